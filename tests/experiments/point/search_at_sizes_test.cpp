// SPDX-License-Identifier: Apache-2.0
// Points that differ only in the size of a memory can share intermediate results of their searches
// through a PointCache. The plans and times must be the same as with an empty cache.
#include <map>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "experiments/point/design_point.h"
#include "experiments/point/option_table.h"
#include "experiments/point/point_cache.h"
#include "planner/plan_key.h"
#include "tests/experiments/point/network_kinds.h"
#include "traces/files/network_loader.h"

namespace spillway {
namespace {

struct SizedTarget {
  std::string name, mode;
  Bytes size = 0;
};

DesignPoint searched(const SizedTarget& target) {
  DesignPoint point;
  if (target.mode.empty()) set_option(find_point_option("arena"), {"sram", "extram"}, point);
  point.target = target.name;
  point.target_options.memory_mode = target.mode;
  point.target_options.capacities = {{"sram", target.size}};
  point.planner = "search";
  point.planner_options.search_budget = 40;
  return point;
}

std::string result_of(const Network& network, const SizedTarget& target, PointCache& cache) {
  const PointResult result = run_point(network, searched(target), cache);
  return plan_key("", result.plan.plan) + "\n" + result.plan.result.note + "\n" +
         std::to_string(result.plan.plan.memories.front().capacity) + "\n" +
         std::to_string(result.timing.total);
}

TEST(SlowSearchAtSizes, GivesTheSamePlansInAnyOrderOfSizes) {
  std::vector<SizedTarget> points;
  for (const Bytes size : {6'000, 9'000, 16'000, 24'000, 40'000, 60'000}) {
    points.push_back({"ethos-u65-256", "Dedicated_Sram", size});
    points.push_back({"ethos-u55-128", "Shared_Sram", size + 50'000});
  }
  for (const char* name : {"ds_cnn", "resnet8"}) {
    const Network network = load_network(name);
    std::vector<std::string> alone;
    for (const SizedTarget& point : points) {
      PointCache fresh;
      alone.push_back(result_of(network, point, fresh));
    }
    PointCache up, down, mixed;
    for (std::size_t i = 0; i < points.size(); ++i) {
      const std::size_t last = points.size() - 1 - i, other = i * 5 % points.size();
      EXPECT_EQ(result_of(network, points[i], up), alone[i]) << name << " " << i;
      EXPECT_EQ(result_of(network, points[last], down), alone[last]) << name << " " << last;
      EXPECT_EQ(result_of(network, points[other], mixed), alone[other]) << name << " " << other;
    }
  }
}

// The search on a tile tries several lowerings, which load weights in groups of different sizes. At
// these two sizes of SRAM, many lowerings have the same operators and share the simulated times of
// plans. So one shared cache needs fewer simulations than two separate caches.
TEST(SearchAtSizes, SharesTheTimesOfPlansOnATile) {
  const Network network = load_network("ds_cnn");
  PointCache shared;
  std::size_t apart = 0;
  for (const Bytes size : {9'000, 9'200}) {
    PointCache fresh;
    const SizedTarget point{"xcore.ai", "", size};
    EXPECT_EQ(result_of(network, point, shared), result_of(network, point, fresh)) << size;
    apart += fresh.simulations();
  }
  EXPECT_LT(shared.simulations(), apart * 3 / 4);
}

TEST(SearchAtSizes, MakesNoPlanTwiceOnATile) {
  const Network network = load_network("ds_cnn");
  PointCache cache;
  const SizedTarget point{"xcore.ai", "", 10'000};
  const std::string first = result_of(network, point, cache);
  const std::size_t simulations = cache.simulations();
  EXPECT_EQ(result_of(network, point, cache), first);
  // The second search may repeat the runs of the chosen lowering and of the lowerings that it
  // compared. It must not simulate the other plans of the first search again.
  EXPECT_LT(cache.simulations() - simulations, simulations / 4);
}

// On a tile, the lowering depends on the size of the SRAM. So points on a tile share fewer results
// than points on an NPU.
TEST(LongSearchAtSizes, GivesTheSamePlansForOtherNetworksOnEveryFamily) {
  std::vector<SizedTarget> points;
  for (const Bytes size : {64'000, 16'000, 128'000, 32'000}) {
    points.push_back({"ethos-u65-256", "Dedicated_Sram", size});
    points.push_back({"xcore.ai", "", size});
  }
  for (const test::NetworkKind& kind : test::network_kinds()) {
    const Network network = test::network_of(kind, 7);
    PointCache shared;
    for (const SizedTarget& point : points) {
      PointCache fresh;
      EXPECT_EQ(result_of(network, point, shared), result_of(network, point, fresh))
          << kind.name << " on " << point.name << " with " << point.size;
    }
  }
}

}  // namespace
}  // namespace spillway
