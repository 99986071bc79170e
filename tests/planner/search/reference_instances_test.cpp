// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "planner/search/fluid/annealing.h"
#include "planner/search/fluid/dual_bound.h"
#include "planner/search/fluid/frontier.h"
#include "tests/planner/search/fluid_instances.h"
#include "tests/reference.h"

// Compares the methods of `search` with the optima of reference instances, which were found by
// mixed-integer programming.

namespace spillway::search {
namespace {

constexpr double printed = 0.1;  // in cycles; the reference data has one decimal

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

TEST(SearchReference, TheDualBoundLiesBelowTheBestKnown) {
  SPILLWAY_NEEDS_SHARED("reference/latency");
  for (const ReferenceInstance& instance : reference_instances()) {
    SCOPED_TRACE(instance.name);
    const FluidProblem problem = reference_problem(instance, Columns::joint_intervals);
    const double bound = dual_bound(problem, instance.best_intervals, 100);
    EXPECT_LE(bound, instance.best_intervals + printed);
    EXPECT_GE(bound, 0.6 * instance.best_intervals);
  }
}

/// Runs simulated annealing on all reference instances. The cycles of each result must exceed those
/// of the best known selection by at most the fraction `worst`, and must not be below the lower
/// bound. On average, they may exceed the best known cycles by at most 0.1 %.
void expect_near_best(Columns columns, double ReferenceInstance::*best,
                      double ReferenceInstance::*bound, double worst) {
  const std::vector<ReferenceInstance> instances = reference_instances();
  double sum = 0;
  for (const ReferenceInstance& instance : instances) {
    SCOPED_TRACE(instance.name);
    const FluidProblem problem = reference_problem(instance, columns);
    const Selection found = anneal(problem, frontier_starts(problem), {});
    const double cycles = total_cycles(problem, found);
    EXPECT_EQ(excess_bytes(problem, found), 0);
    EXPECT_GE(cycles, instance.*bound - printed);
    EXPECT_LE(cycles, (1 + worst) * instance.*best);
    sum += cycles / (instance.*best) - 1;
  }
  EXPECT_LE(sum / static_cast<double>(instances.size()), 0.001);
}

TEST(SlowSearchReference, AnnealingIsNearTheOptimumOfMapsAndWeights) {
  SPILLWAY_NEEDS_SHARED("reference/latency");
  // If each map must stay in one memory, fewer moves lead from one good selection to another. So
  // annealing may be further from the best known selection here.
  expect_near_best(Columns::joint, &ReferenceInstance::best_joint, &ReferenceInstance::joint_bound,
                   0.025);
}

TEST(SlowSearchReference, AnnealingIsNearTheOptimumIfMapsMoveBetweenMemories) {
  SPILLWAY_NEEDS_SHARED("reference/latency");
  expect_near_best(Columns::joint_intervals, &ReferenceInstance::best_intervals,
                   &ReferenceInstance::intervals_bound, 0.01);
}

}  // namespace
}  // namespace spillway::search
