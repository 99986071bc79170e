// SPDX-License-Identifier: Apache-2.0
#include "experiments/answers/explain.h"

#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/index.h"
#include "traces/files/network_loader.h"

namespace spillway {
namespace {

DesignPoint spilling_point() {
  DesignPoint point;
  point.target = "ethos-u65-256";
  point.target_options.memory_mode = "Dedicated_Sram";
  point.target_options.capacities = {{"sram", 16 * 1024}};
  return point;
}

TEST(Explain, AlternativesAreThoseOfOperandsOutsideTheFastMemory) {
  const DesignPoint point = spilling_point();
  const PointResult result = run_point(load_network("mobilenet_v1_0.25_96"), point);
  const Explanation explanation = explain(result, 1);
  EXPECT_GT(explanation.blocks, 0U);
  ASSERT_FALSE(explanation.alternatives.empty());
  for (const Alternative& alternative : explanation.alternatives) {
    EXPECT_NE(alternative.from, explanation.fast);
    EXPECT_GT(alternative.bytes, 0);
    EXPECT_GE(alternative.missing, 0);
    EXPECT_GT(alternative.operator_cycles, 0);
  }
}

TEST(Explain, AFeatureMapInFastMemoryMakesTheRunNoSlower) {
  const DesignPoint point = spilling_point();
  const PointResult result = run_point(load_network("mobilenet_v1_0.25_96"), point);
  const Explanation explanation = explain(result, 1);
  for (const Alternative& alternative : explanation.alternatives) {
    const Tensor& tensor = at(result.network.tensors, alternative.tensor);
    if (tensor.kind == TensorKind::activation) {
      EXPECT_LE(alternative.total_cycles, result.timing.total) << tensor.name;
    }
  }
}

TEST(Explain, TheTextFitsEightyColumns) {
  const DesignPoint point = spilling_point();
  const PointResult result = run_point(load_network("mobilenet_v1_0.25_96"), point);
  std::istringstream lines(printed_text(explanation_printout(result, explain(result, 1))));
  for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 80U) << line;
}

// `explain` also simulates alternatives, such as weights in SRAM. On this tile, the arena lies in
// external RAM behind a cache. A load (operator that copies weights into the arena) receives words
// as fast as their source sends them. Flash is slow enough. From SRAM, words would arrive faster
// than the cache can store them, and words would be lost. So `explain` must refuse the alternative
// with weights in SRAM.
TEST(Explain, AlternativesThatTheChipCannotRunAreRefused) {
  DesignPoint point;
  point.target = "xcore.ai";
  point.arena = {"extram"};
  const PointResult result = run_point(load_network("ds_cnn"), point);
  std::size_t refused = 0;
  for (std::size_t op = 0; op < 5; ++op) {
    const Explanation explanation = explain(result, op);
    refused += explanation.refused.size();
    EXPECT_FALSE(printed_text(explanation_printout(result, explanation)).empty());
  }
  EXPECT_GT(refused, 0U);
}

TEST(Explain, AnOperatorThatDoesNotExistIsRefused) {
  const DesignPoint point = spilling_point();
  const PointResult result = run_point(load_network("mobilenet_v1_0.25_96"), point);
  EXPECT_THROW(explain(result, 10'000), UserError);
}

}  // namespace
}  // namespace spillway
