// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "planner/search/fluid/annealing.h"
#include "planner/search/fluid/frontier.h"
#include "tests/planner/search/fluid_instances.h"
#include "tests/reference.h"

// Compares the methods of `search` with the optima, or best known results, of reference instances,
// which were found by mixed-integer programming.

namespace spillway::search {
namespace {

TEST(SearchReference, DynamicProgrammingFindsTheOptimumIfMapsDoNotMove) {
  SPILLWAY_NEEDS_SHARED("reference/latency");
  for (const ReferenceInstance& instance : reference_instances()) {
    SCOPED_TRACE(instance.name);
    const FluidProblem problem = reference_problem(instance, Columns::whole_maps);
    const FrontierResult result = solve_by_frontier(problem, {});
    EXPECT_TRUE(result.exact);
    EXPECT_LE(result.most_states, 512U);
    EXPECT_EQ(excess_bytes(problem, result.selection), 0);
    EXPECT_NEAR(result.cycles, instance.best_whole_maps, 1e-4 * instance.best_whole_maps);
  }
}

/// Runs simulated annealing on every eighth reference instance. The cycles of each result must
/// exceed those of the best known selection by at most the fraction `worst`, and on average by at
/// most 0.1 %. Mixed-integer programming served transfers in any order and counted each wait for
/// the fast port completely. The fluid model serves transfers in order and counts a part of these
/// waits, so a result may also be a little below the best known cycles.
void expect_near_best(Columns columns, double ReferenceInstance::*best, double worst) {
  const std::vector<ReferenceInstance> instances = reference_instances();
  constexpr std::size_t stride = 8;
  double sum = 0;
  int count = 0;
  for (std::size_t i = 0; i < instances.size(); i += stride) {
    SCOPED_TRACE(instances[i].name);
    const FluidProblem problem = reference_problem(instances[i], columns);
    const Selection found = anneal(problem, frontier_starts(problem), {});
    const double cycles = total_cycles(problem, found);
    EXPECT_EQ(excess_bytes(problem, found), 0);
    EXPECT_GE(cycles, 0.99 * (instances[i].*best));
    EXPECT_LE(cycles, (1 + worst) * (instances[i].*best));
    sum += cycles / (instances[i].*best) - 1;
    ++count;
  }
  EXPECT_LE(sum / count, 0.001);
}

TEST(SlowSearchReference, AnnealingIsNearTheOptimumOfMapsAndWeights) {
  SPILLWAY_NEEDS_SHARED("reference/latency");
  // If each map must stay in one memory, fewer moves lead from one good selection to another. So
  // annealing may be further from the best known selection here.
  expect_near_best(Columns::joint, &ReferenceInstance::best_joint, 0.025);
}

TEST(SlowSearchReference, AnnealingIsNearTheOptimumIfMapsMoveBetweenMemories) {
  SPILLWAY_NEEDS_SHARED("reference/latency");
  expect_near_best(Columns::joint_intervals, &ReferenceInstance::best_intervals, 0.01);
}

}  // namespace
}  // namespace spillway::search
