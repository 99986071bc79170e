// SPDX-License-Identifier: Apache-2.0
#include "planner/inputs_rule.h"

#include <gtest/gtest.h>

#include "planner/planner.h"
#include "tests/planner/problems.h"

namespace spillway {
namespace {

using test::buffer;

/// Returns a map that no operator writes, so it is an input of the network, and a map that an
/// operator writes.
PlanningProblem input_and_map() {
  PlanningProblem problem =
      test::two_memories({buffer("in", 0, 2, 64), buffer("map", 1, 3, 64)}, 1024);
  problem.operators.resize(1);
  problem.operators[0].inputs = {0};
  problem.operators[0].outputs = {1};
  return problem;
}

MemoryIndex memory_of_input(const PlanningProblem& problem, InputsIn rule) {
  PlannerOptions options;
  options.inputs_in = rule;
  const Planner& planner = *find_planner("cadence-greedy").planner;
  return plan_by_inputs_rule(planner, problem, options).placements[0].memory;
}

TEST(InputsRule, DecidesWhereInputsLie) {
  EXPECT_EQ(memory_of_input(input_and_map(), InputsIn::fast), 0);
  EXPECT_EQ(memory_of_input(input_and_map(), InputsIn::slow), 1);
}

TEST(InputsRule, AnInputKeepsOutOfAMemoryThatIsBlockedForIt) {
  for (const InputsIn rule : {InputsIn::fast, InputsIn::slow}) {
    for (const MemoryIndex blocked : {0, 1}) {
      PlanningProblem problem = input_and_map();
      problem.buffers[0].blocked_memories = {blocked};
      EXPECT_EQ(memory_of_input(problem, rule), 1 - blocked);
    }
  }
}

}  // namespace
}  // namespace spillway
