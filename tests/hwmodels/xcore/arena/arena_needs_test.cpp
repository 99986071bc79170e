// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/xcore/arena/arena_needs.h"

#include <random>

#include <gtest/gtest.h>

#include "hwmodels/target/select_target.h"
#include "hwmodels/xcore/lower/lower.h"
#include "tests/hwmodels/xcore/kernels/tile.h"
#include "traces/files/network_loader.h"

namespace spillway {
namespace {

/// Puts random sets of tensors into SRAM. ArenaNeeds::fit() must say that a set fits if and only if
/// plan_arena() finds a plan.
void expect_same_as_plans(const Network& network, Target tile, const std::string& allocator) {
  xcore::ArenaOptions options = xcore::arena_named("extram");
  options.constants = "extram";
  options.planner_options.allocator = allocator;
  const xcore::ArenaProblem problem(network, options);
  xcore::KnownNeeds known;
  xcore::ArenaNeeds needs(problem, options, "sram", known);
  std::mt19937 random(1);
  int fitting = 0, trials = 0;
  for (Bytes sram : {2'000, 20'000, 80'000}) {
    tile.memories[memory_index(tile, "sram")].capacity = sram;
    for (std::uint32_t share : {2, 4, 16, 64}) {
      options.homes.assign(network.tensors.size(), "");
      for (std::size_t i = 0; i < network.tensors.size(); ++i) {
        if (problem.roles[i].role != xcore::Role::constant && random() % share == 0) {
          options.homes[i] = "sram";
        }
      }
      const PlanStatus status =
          xcore::plan_arena(problem, tile, options).network_plan.result.status;
      for (int time = 0; time < 2; ++time) {
        EXPECT_EQ(needs.fit(tile, options), status == PlanStatus::ok) << sram << " " << share;
      }
      ++trials;
      if (status == PlanStatus::ok) ++fitting;
    }
  }
  EXPECT_GT(fitting, 0);
  EXPECT_LT(fitting, trials);
}

TEST(ArenaNeeds, SayWhetherTheArenasPlanFits) {
  const Target tile = test::xcore_tile();
  xcore::LoweringOptions options;
  options.weights_in_flash = true;
  for (const char* name : {"ds_cnn", "resnet8"}) {
    const Network network = xcore::lower(load_network(name), tile, options);
    expect_same_as_plans(network, tile, "");
    expect_same_as_plans(network, tile, "vela-linear");
  }
}

TEST(ArenaNeeds, CountTheMemoryOfAllOtherTensors) {
  Target tile = test::xcore_tile();
  const Network network = xcore::lower(load_network("ds_cnn"), tile, {});
  xcore::ArenaOptions options = xcore::arena_named("extram");
  options.constants = "extram";
  options.homes.assign(network.tensors.size(), "");
  const xcore::ArenaProblem problem(network, options);
  xcore::KnownNeeds known;
  xcore::ArenaNeeds needs(problem, options, "sram", known);
  const Bytes transient = xcore::transient_bytes(problem, tile, options, "extram");
  const Bytes needed = xcore::needed_bytes(problem, tile, options, "extram", transient);
  Bytes& capacity = tile.memories[memory_index(tile, "extram")].capacity;
  capacity = needed;
  EXPECT_TRUE(needs.fit(tile, options));
  capacity = needed - 1;
  EXPECT_FALSE(needs.fit(tile, options));
}

}  // namespace
}  // namespace spillway
