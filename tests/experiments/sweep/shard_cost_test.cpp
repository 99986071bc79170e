// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "experiments/sweep/shard.h"
#include "traces/files/network_loader.h"

namespace spillway {
namespace {

// Planners that simulate plans take much longer than planners that do not.
TEST(ShardCost, PlannersThatSimulatePlansCountMore) {
  SweepSpec spec;
  spec.networks = {load_network("ds_cnn")};
  spec.targets = {"ethos-u65-256"};
  spec.planners = {"cadence-greedy", "xla-msa", "search"};
  const PointList points = expand(spec);
  ASSERT_EQ(points.size(), 3U);
  const auto cost = [&](std::size_t point) { return predicted_cost(spec, points[point]); };
  EXPECT_GT(cost(1), cost(0));
  EXPECT_GT(cost(2), cost(1));
  // With two shards, `search` has a shard of its own.
  EXPECT_EQ(points_of_shard(spec, points, {1, 2}).size(), 1U);
}

}  // namespace
}  // namespace spillway
