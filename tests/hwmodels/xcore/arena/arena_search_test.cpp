// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/xcore/arena/arena_search.h"

#include <set>
#include <tuple>

#include <gtest/gtest.h>

#include "hwmodels/xcore/lower/lower.h"
#include "tests/hwmodels/xcore/kernels/tile.h"
#include "traces/files/network_loader.h"

namespace spillway {
namespace {

using Places = std::vector<std::tuple<TensorIndex, MemoryIndex, Bytes>>;

Places places_of(const Plan& plan) {
  Places places;
  for (const Residency& r : plan.residencies) places.emplace_back(r.tensor, r.memory, r.offset);
  return places;
}

Network ds_cnn_on(const Target& tile) {
  xcore::LoweringOptions options;
  options.weights_in_flash = true;
  return xcore::lower(load_network("ds_cnn"), tile, options);
}

TEST(ArenaSearch, SimulatesEveryPlanOnce) {
  const Target tile = test::xcore_tile();
  const Network network = ds_cnn_on(tile);
  std::set<Places> asked;
  double next = 1;
  const auto time = [&](const Plan& plan) {
    EXPECT_TRUE(asked.insert(places_of(plan)).second);
    return next++;
  };
  xcore::KnownNeeds needs;
  const xcore::ArenaPlan found = xcore::fastest_arena(network, tile, {}, time, needs);
  EXPECT_GT(asked.size(), 3U);
  EXPECT_NE(found.network_plan.result.note.find("of " + std::to_string(asked.size()) +
                                                " plans in the simulator"),
            std::string::npos)
      << found.network_plan.result.note;
}

// The time of every plan is 1, so the search must keep the first plan that it tries. This plan has
// everything in SRAM, at the offsets of the allocator that the user names.
TEST(ArenaSearch, PlacesWithTheUsersAllocator) {
  const Target tile = test::xcore_tile();
  const Network network = ds_cnn_on(tile);
  const auto time = [](const Plan& /*plan*/) { return 1.0; };
  std::set<Places> distinct;
  for (const char* allocator : {"vela-linear", "executorch-greedy"}) {
    xcore::ArenaOptions options;
    options.planner_options.allocator = allocator;
    xcore::KnownNeeds needs;
    const Places found =
        places_of(xcore::fastest_arena(network, tile, options, time, needs).network_plan.plan);
    xcore::ArenaOptions alone;
    alone.planner = allocator;
    EXPECT_EQ(found, places_of(xcore::plan_arena(network, tile, alone).network_plan.plan));
    distinct.insert(found);
  }
  EXPECT_EQ(distinct.size(), 2U);
}

}  // namespace
}  // namespace spillway
