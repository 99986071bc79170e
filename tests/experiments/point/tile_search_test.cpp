// SPDX-License-Identifier: Apache-2.0
#include <optional>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "experiments/point/chosen_lowering.h"
#include "experiments/point/option_table.h"
#include "experiments/point/point_cache.h"
#include "planner/checks/validate.h"
#include "planner/planner.h"
#include "tests/hwmodels/ethosu/lower/generated_network.h"

namespace spillway {
namespace {

/// Returns the cycles of a run with `planner`; std::nullopt if the planner finds no valid plan.
std::optional<Cycles> cycles_by(const std::string& planner, const Network& network,
                                DesignPoint point) {
  set_option(find_point_option("planner"), {planner}, point);
  try {
    const PointResult result = run_point(network, point);
    if (!validate_plan(result.plan.plan, result.network).empty()) return std::nullopt;
    return result.timing.total;
  } catch (const UserError&) {
    return std::nullopt;
  }
}

// On a tile whose maps may lie in SRAM or in external RAM, the search must still try the plans of
// all other planners. For the generated network with seed 40, two other planners place maps at
// addresses of external RAM that cause fewer cache misses than the search's own plans.
TEST(TileSearch, IsNeverSlowerThanAnotherPlannerWithMapsInBothMemories) {
  for (const std::uint64_t seed : {7, 18, 40}) {
    test::GeneratedNetwork generated(seed);
    const Network network = generated.make();
    DesignPoint point;
    point.target = "xcore.ai";
    set_option(find_point_option("memory"), {"sram=32K"}, point);
    set_option(find_point_option("arena"), {"sram", "extram"}, point);
    const std::optional<Cycles> found = cycles_by("search", network, point);
    for (const PlannerEntry& entry : planners()) {
      const std::optional<Cycles> other = cycles_by(entry.name, network, point);
      if (!other) continue;
      ASSERT_TRUE(found.has_value()) << seed << " " << entry.name;
      EXPECT_LE(*found, *other) << seed << " " << entry.name;
    }
  }
}

}  // namespace
}  // namespace spillway
