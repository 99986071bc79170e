// SPDX-License-Identifier: Apache-2.0
#include "experiments/point/timed_blocks.h"

#include <gtest/gtest.h>

#include "experiments/point/chosen_lowering.h"
#include "experiments/point/option_table.h"
#include "traces/files/network_loader.h"

namespace spillway {
namespace {

DesignPoint npu_point(const std::string& target, const char* planner, const char* blocks) {
  DesignPoint point;
  set_option(find_point_option("target"), {target}, point);
  set_option(find_point_option("planner"), {planner}, point);
  if (blocks[0] != '\0') set_option(find_point_option("blocks"), {blocks}, point);
  return point;
}

Cycles cycles_of(const Network& network, const DesignPoint& point) {
  return run_point(network, point).timing.total;
}

TEST(TimedBlocks, AreTheSameForAllSizesOfMemory) {
  const Network network = load_network("mobilenet_v1_0.25_96");
  DesignPoint point = npu_point("ethos-u65-256", "cadence-greedy", "timed");
  const OperatorBlocks blocks = timed_blocks(network, point);
  EXPECT_FALSE(blocks.empty());
  set_option(find_point_option("memory"), {"sram=20K"}, point);
  const OperatorBlocks of_small = timed_blocks(network, point);
  ASSERT_EQ(of_small.size(), blocks.size());
  for (const auto& [op, block] : blocks) {
    EXPECT_EQ(block_text(op, of_small.at(op)), block_text(op, block));
  }
}

TEST(SlowTimedBlocks, MakeTheNetworkOfTheTrialsAtLeastAPerCentFasterOrAreTheCompilers) {
  for (const char* name : {"mobilenet_v1_0.25_96", "resnet8", "ds_cnn"}) {
    const Network network = load_network(name);
    for (const char* target : {"ethos-u55-128", "ethos-u65-256", "ethos-u85-512"}) {
      const Cycles compilers = cycles_of(network, npu_point(target, "cadence-greedy", ""));
      const DesignPoint timed = npu_point(target, "cadence-greedy", "timed");
      const Cycles cycles = cycles_of(network, timed);
      if (timed_blocks(network, timed).empty()) {
        EXPECT_EQ(cycles, compilers) << name << ' ' << target;
      } else {
        EXPECT_LE(static_cast<double>(cycles), 0.99 * static_cast<double>(compilers))
            << name << ' ' << target;
      }
    }
  }
}

TEST(SlowTimedBlocks, SearchIsNotSlowerThanWithEitherKindOfBlocks) {
  const Network network = load_network("resnet8");
  for (const char* target : {"ethos-u55-128", "ethos-u65-256"}) {
    const Cycles chosen = cycles_of(network, npu_point(target, "search", ""));
    EXPECT_LE(chosen, cycles_of(network, npu_point(target, "search", "compiler"))) << target;
    EXPECT_LE(chosen, cycles_of(network, npu_point(target, "search", "timed"))) << target;
  }
}

}  // namespace
}  // namespace spillway
