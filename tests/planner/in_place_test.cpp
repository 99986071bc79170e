// SPDX-License-Identifier: Apache-2.0
#include "planner/in_place.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "planner/checks/validate.h"
#include "planner/peaks/footprint.h"
#include "planner/plan_network.h"
#include "tests/planner/problems.h"
#include "tests/traces/add_tensor.h"

namespace spillway {
namespace {

/// Returns a network of `subtractions` operators of type SUB and maps of `size` bytes. The network
/// has two inputs. The first operator subtracts the second input from the first. Every further
/// operator subtracts the second input from the preceding result, and may overwrite this result.
Network chain_of_subtractions(std::int32_t subtractions, Bytes size) {
  Network network;
  const auto map = [&](const std::string& name) {
    return test::add_tensor(network, name, DataType::int8, {static_cast<std::int32_t>(size)});
  };
  TensorIndex last = map("first");
  const TensorIndex subtrahend = map("subtrahend");
  network.inputs = {last, subtrahend};
  for (std::int32_t i = 0; i < subtractions; ++i) {
    Operator op;
    op.type = OpType::sub;
    op.type_name = "SUB";
    op.name = "difference" + std::to_string(i);
    op.inputs = {last, subtrahend};
    op.outputs = {map(op.name)};
    op.overwrites = 0;
    last = op.outputs.front();
    network.operators.push_back(op);
  }
  network.outputs = {last};
  return network;
}

TEST(InPlace, PairsAResultWithTheOperandThatItReadsLast) {
  const Network network = chain_of_subtractions(2, 64);
  const std::vector<InPlacePair> pairs = in_place_pairs(make_problem(network, {}));
  ASSERT_EQ(pairs.size(), 2U);
  EXPECT_EQ(pairs[0].step, 1);
  EXPECT_EQ(pairs[0].operand, 0);
  EXPECT_EQ(pairs[0].result, 2);
  EXPECT_EQ(pairs[1].operand, 2);
}

TEST(InPlace, LeavesOperandsThatAreReadLaterOrPinnedOrOfAnotherSize) {
  const Network network = chain_of_subtractions(1, 64);
  const PlanningProblem problem = make_problem(network, {});

  Network read_later = network;
  read_later.operators.front().overwrites = 1;
  read_later.operators.push_back(read_later.operators.front());
  read_later.operators.back().outputs = {0};
  EXPECT_TRUE(in_place_pairs(make_problem(read_later, {})).empty());

  PlanningProblem pinned = problem;
  pinned.buffers[0].pinned_memory = 0;
  EXPECT_TRUE(in_place_pairs(pinned).empty());

  PlanningProblem larger = problem;
  larger.buffers[2].size += 16;
  EXPECT_TRUE(in_place_pairs(larger).empty());

  PlanningProblem handed_over = problem;
  handed_over.buffers[0].is_output = true;
  EXPECT_TRUE(in_place_pairs(handed_over).empty());
}

/// The fast memory has space for only two maps. The planners must keep two maps there: the input
/// that all operators read, and a map that each operator overwrites with its result.
TEST(InPlace, RulePlannersKeepMapsInFastMemoryThatFitOnlyInPlace) {
  const Network network = chain_of_subtractions(5, 1024);
  for (const char* planner : {"cadence-greedy", "belady", "vela-spill", "xla-msa"}) {
    SCOPED_TRACE(planner);
    const NetworkPlan planned = plan_network(network, test::request_in(planner, 2048));
    EXPECT_EQ(planned.result.status, PlanStatus::ok);
    EXPECT_TRUE(validate_plan(planned.plan, network).empty());
    EXPECT_EQ(measure_footprint(planned.plan.residencies, 1).required, 0);
    EXPECT_EQ(measure_footprint(planned.plan.residencies, 0).required, 2048);
  }
}

TEST(InPlace, ASingleMemoryHoldsMapsThatFitOnlyInPlace) {
  const Network network = chain_of_subtractions(5, 1024);
  PlanningRequest request = test::request_in("vela-hillclimb", 2048);
  request.arena = {0};
  EXPECT_EQ(plan_network(network, request).result.status, PlanStatus::ok);
  request.memories[0].capacity = 2032;
  const NetworkPlan refused = plan_network(network, request);
  EXPECT_EQ(refused.result.status, PlanStatus::does_not_fit);
  EXPECT_EQ(refused.result.excess, 16);
}

/// A result that shares bytes with its operand restricts the plan. So if all maps fit without
/// sharing, no result may share bytes.
TEST(InPlace, ChangesNoPlanWhereAllMapsFit) {
  const Network network = chain_of_subtractions(5, 1024);
  const NetworkPlan planned = plan_network(network, test::request_in("cadence-greedy", 4096));
  for (const Residency& residency : planned.plan.residencies) EXPECT_EQ(residency.inside, -1);
}

}  // namespace
}  // namespace spillway
