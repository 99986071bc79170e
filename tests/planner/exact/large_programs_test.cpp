// SPDX-License-Identifier: Apache-2.0
#include "tests/planner/large_programs.h"

#include <algorithm>
#include <string>

#include <gtest/gtest.h>

#include "planner/allocator.h"
#include "planner/blocks.h"
#include "planner/checks/validate.h"
#include "planner/exact/solver.h"
#include "planner/placement/placement.h"
#include "planner/planner.h"
#include "tests/planner/problems.h"

namespace spillway::exact {
namespace {

Bytes peak_of_result(const PlanningProblem& problem, const PlanningResult& result) {
  Bytes peak = 0;
  for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
    peak = std::max(peak, result.placements[i].offset + problem.buffers[i].size);
  }
  return peak;
}

PlanningProblem program(test::ProgramKind kind, int count, std::uint64_t seed) {
  return test::one_memory(test::large_program(kind, count, seed));
}

PlanningResult planned(const std::string& planner, const PlanningProblem& problem,
                       std::int64_t budget = 0) {
  PlannerOptions options;
  options.search_budget = budget;
  return find_planner(planner).planner->plan(problem, options);
}

double percent_above_load(const PlanningProblem& problem, const PlanningResult& result) {
  const auto load = static_cast<double>(most_live_bytes(problem.buffers));
  return 100 * (static_cast<double>(peak_of_result(problem, result)) / load - 1);
}

TEST(LargePrograms, ExactIsNeverWorseThanARuleWhateverItsBudget) {
  for (const test::ProgramKind kind : test::program_kinds) {
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
      const PlanningProblem problem = program(kind, 300, seed);
      for (const std::int64_t budget : {1, 20'000}) {
        const PlanningResult exact = planned("exact", problem, budget);
        ASSERT_TRUE(validate_placements(problem, exact.placements).empty());
        for (const char* rule : {"tflm-greedy", "executorch-greedy", "tinyengine-firstfit",
                                 "vela-greedy", "cadence-greedy", "cadence-position"}) {
          const PlanningResult other = planned(rule, problem);
          if (!validate_placements(problem, other.placements).empty()) continue;
          EXPECT_LE(peak_of_result(problem, exact), peak_of_result(problem, other))
              << rule << " on " << test::name_of(kind) << ' ' << seed;
        }
      }
    }
  }
}

TEST(LargePrograms, ExactSaysHowFarItsPeakIsAboveTheLoad) {
  const PlanningProblem problem = program(test::ProgramKind::cuttings, 200, 1);
  const PlanningResult result = planned("exact", problem, 1000);
  EXPECT_FALSE(result.proven_optimal);
  EXPECT_NE(result.note.find("% above the load of"), std::string::npos) << result.note;
  EXPECT_NE(result.note.find("not proven to be the lowest"), std::string::npos) << result.note;
}

TEST(SlowLargePrograms, MoreBudgetLowersThePeakOfExactWithoutACompleteSearch) {
  const PlanningProblem problem = program(test::ProgramKind::cuttings, 4500, 1);
  ASSERT_FALSE(make_instance(problem.buffers, problem.memories[0]).has_neighbours);
  const PlanningResult little = planned("exact", problem, 1);
  const PlanningResult more = planned("exact", problem, 1'000'000);
  const PlanningResult again = planned("exact", problem, 1'000'000);
  EXPECT_TRUE(validate_placements(problem, more.placements).empty());
  EXPECT_LT(peak_of_result(problem, more), peak_of_result(problem, little));
  for (std::size_t i = 0; i < more.placements.size(); ++i) {
    ASSERT_EQ(more.placements[i].offset, again.placements[i].offset);
  }
}

TEST(LargePrograms, ExactFindsACapacityThatBindsWithoutACompleteSearch) {
  PlanningProblem problem = program(test::ProgramKind::rectangles, 4500, 1);
  const Bytes load = most_live_bytes(problem.buffers);
  problem.memories[0].capacity = load + load / 200;
  EXPECT_GT(planned("tflm-greedy", problem).excess, 0);
  const PlanningResult result = planned("exact", problem);
  EXPECT_EQ(result.status, PlanStatus::ok) << result.note;
  EXPECT_TRUE(validate_placements(problem, result.placements).empty());
  problem.memories[0].capacity = load - 1;
  EXPECT_EQ(planned("exact", problem).status, PlanStatus::infeasible);
}

TEST(SlowLargePrograms, ExactIsWithinHalfAPercentOfTheLoad) {
  const auto try_program = [](test::ProgramKind kind, int count) {
    const PlanningProblem problem = program(kind, count, 1);
    const PlanningResult result = planned("exact", problem);
    EXPECT_TRUE(validate_placements(problem, result.placements).empty());
    EXPECT_LT(percent_above_load(problem, result), 0.5) << test::name_of(kind) << ' ' << count;
  };
  for (const test::ProgramKind kind :
       {test::ProgramKind::training, test::ProgramKind::decoder, test::ProgramKind::rectangles}) {
    try_program(kind, 816);
    try_program(kind, 5000);
  }
  try_program(test::ProgramKind::training, 62'000);
  try_program(test::ProgramKind::decoder, 62'000);
}

}  // namespace
}  // namespace spillway::exact
