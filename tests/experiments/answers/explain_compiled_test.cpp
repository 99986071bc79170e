// SPDX-License-Identifier: Apache-2.0
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/index.h"
#include "experiments/answers/explain.h"
#include "tests/reference.h"
#include "traces/files/network_loader.h"

namespace spillway {
namespace {

constexpr const char* file = "models/compiled/mit_detection__u65-256__Dedicated_Sram__64K.tflite";

PointResult compiled_run() {
  DesignPoint point;
  point.target = "ethos-u65-256";
  point.target_options.memory_mode = "Dedicated_Sram";
  return run_point(load_network(test::shared_path(file)), point);
}

// The index of an operator with an input that the compiler has placed in DRAM.
constexpr std::size_t reads_dram = 2;

TEST(ExplainCompiled, AnOperandInSramMakesItsOperatorFasterByItsStallAtMost) {
  SPILLWAY_NEEDS_SHARED("models/compiled");
  const PointResult result = compiled_run();
  const Explanation explanation = explain(result, reads_dram);
  ASSERT_EQ(explanation.alternatives.size(), 1U);
  const Alternative& alternative = explanation.alternatives[0];
  EXPECT_THAT(alternative.data, testing::StartsWith("input at "));
  EXPECT_EQ(at(result.target.memories, alternative.from).name, "dram");
  EXPECT_LE(alternative.bytes, result.timing.operators[reads_dram].read_bytes[1]);
  EXPECT_LT(alternative.operator_cycles, result.timing.operators[reads_dram].total());
  EXPECT_LT(alternative.total_cycles, result.timing.total);
}

TEST(ExplainCompiled, GivesTheMissingBytesIfSramIsFull) {
  SPILLWAY_NEEDS_SHARED("models/compiled");
  PointResult result = compiled_run();
  result.timing.memories[0].capacity = result.timing.memories[0].peak;
  const Explanation explanation = explain(result, reads_dram);
  EXPECT_GE(explanation.alternatives[0].missing, explanation.alternatives[0].bytes);
}

TEST(ExplainCompiled, TheTextOfEveryTenthOperatorFitsEightyColumns) {
  SPILLWAY_NEEDS_SHARED("models/compiled");
  const PointResult result = compiled_run();
  for (std::size_t op = 0; op < result.timing.operators.size(); op += 10) {
    std::istringstream lines(printed_text(explanation_printout(result, explain(result, op))));
    for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 80U) << line;
  }
}

}  // namespace
}  // namespace spillway
