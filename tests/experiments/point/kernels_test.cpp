// SPDX-License-Identifier: Apache-2.0
// Spillway has its own simulation kernel, but can also simulate with SystemC, which is the
// reference. The two kernels must give equal results for every chip and memory mode.
#include <gtest/gtest.h>

#include "experiments/point/design_point.h"
#include "experiments/point/option_table.h"
#include "hwmodels/target/processor_family.h"
#include "tests/sim/same_timing.h"
#include "traces/files/builtin_networks.h"

namespace spillway {
namespace {

std::string difference_of_kernels(const std::string& network, const DesignPoint& point) {
  const PointResult result = run_point(*builtin_network(network), point);
  SimulationOptions systemc;
  systemc.systemc = true;
  return test::difference(simulate(result.target, result.program),
                          simulate(result.target, result.program, systemc));
}

TEST(Kernels, AgreeOnEveryTargetAndMode) {
  for (const std::string& name : target_names()) {
    const Target target = load_target(name);
    const bool moves_weights = target.processor.family().weight_needs != nullptr;
    for (const MemoryMode& mode : target.modes) {
      DesignPoint point;
      point.target = name;
      point.target_options.memory_mode = mode.name;
      if (moves_weights) point.weight_policy = "vela";
      EXPECT_EQ(difference_of_kernels("ds_cnn", point), "") << name << ' ' << mode.name;
    }
  }
}

TEST(Kernels, AgreeOnMemoriesThatReorder) {
  for (const char* const part : {"LPDDR4-3200-x16", "DDR3-1600K-x16"}) {
    DesignPoint point;
    point.target = "ethos-u65-256";
    point.target_options.memory_mode = "Dedicated_Sram";
    point.target_options.parts = {{"dram", part}};
    point.target_options.capacities = {{"sram", 16 * 1024}};
    point.weight_policy = "vela";
    EXPECT_EQ(difference_of_kernels("resnet8", point), "") << part;
  }
}

// The run of a design point, with its planner, must take the same time with `--kernel systemc` as
// with Spillway's own kernel.
TEST(Kernels, ARunTakesTheSameTimeWithSystemC) {
  for (const char* const target : {"ethos-u55-128", "ethos-u65-256", "xcore.ai"}) {
    DesignPoint point;
    point.target = target;
    const PointResult own = run_point(*builtin_network("ds_cnn"), point);
    set_option(find_point_option("kernel"), {"systemc"}, point);
    ASSERT_TRUE(point.simulation.systemc);
    const PointResult reference = run_point(*builtin_network("ds_cnn"), point);
    EXPECT_EQ(test::difference(own.timing, reference.timing), "") << target;
  }
}

}  // namespace
}  // namespace spillway
