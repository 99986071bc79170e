// SPDX-License-Identifier: Apache-2.0
#include "planner/inputs_rule.h"

#include <gtest/gtest.h>

#include "planner/pins.h"
#include "planner/plan_network.h"
#include "planner/planner.h"
#include "tests/planner/problems.h"
#include "traces/network.h"

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

TEST(InputsRule, HoldsForAnInputThatKeepsOutOfAMemoryWithoutFeatureMaps) {
  PlanningRequest request;
  request.memories = {{"sram", 1024, 16}, {"dram", unlimited, 16}, {"flash", unlimited, 16}};
  request.arena = {0, 1};
  request.options.inputs_in = InputsIn::slow;
  request.pins = resolve_pins({parse_pin("in=not:flash")}, test::one_operator(), request.memories);
  EXPECT_EQ(plan_network(test::one_operator(), request).result.placements[0].memory, 1);
}

TEST(InputsRule, AResultThatOverwritesAnInputLiesInItsBytes) {
  for (const InputsIn rule : {InputsIn::fast, InputsIn::slow}) {
    PlanningProblem problem = input_and_map();
    problem.buffers[1].placed_inside = PlacedInside{0, 0};
    PlannerOptions options;
    options.inputs_in = rule;
    const Planner& planner = *find_planner("cadence-greedy").planner;
    const PlanningResult result = plan_by_inputs_rule(planner, problem, options);
    ASSERT_EQ(result.status, PlanStatus::ok);
    EXPECT_EQ(result.placements[0].memory, rule == InputsIn::fast ? 0 : 1);
    EXPECT_EQ(result.placements[1].memory, result.placements[0].memory);
    EXPECT_EQ(result.placements[1].offset, result.placements[0].offset);
  }
}

}  // namespace
}  // namespace spillway
