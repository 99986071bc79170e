// SPDX-License-Identifier: Apache-2.0
#include "planner/plan_network.h"

#include <algorithm>
#include <map>
#include <ostream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/diagnostics.h"
#include "planner/checks/validate.h"
#include "planner/peaks/footprint.h"
#include "tests/planner/problems.h"
#include "tests/planner/vectors.h"
#include "tests/reference.h"
#include "traces/files/network_loader.h"
#include "traces/tflite/offline_plan.h"

namespace spillway {
namespace {

struct Model {
  const char* file;
  const char* vector;
};

void PrintTo(const Model& model, std::ostream* out) { *out << model.vector; }

class LiveRanges : public testing::TestWithParam<Model> {
 protected:
  Network network() const { return load_network(test::shared_path(path())); }
  std::string path() const { return std::string("models/") + GetParam().file; }
  test::Vector vector() const {
    return test::read_vector(test::vector_path(std::string("real_models__") + GetParam().vector),
                             unlimited);
  }
};

INSTANTIATE_TEST_SUITE_P(Models, LiveRanges,
                         testing::Values(Model{"mlperf_ad01_int8.tflite", "mlperf_ad01_int8"},
                                         Model{"mlperf_vww96.tflite", "mlperf_vww96_int8"},
                                         Model{"tflm_person_detect.tflite", "person_detect"}));

TEST_P(LiveRanges, EqualThoseOfTheReferenceVectors) {
  SPILLWAY_NEEDS_SHARED("models");
  SPILLWAY_NEEDS_SHARED("reference/planners/vectors/real_models");
  const PlanningProblem problem = make_problem(network(), {});
  const test::Vector expected = vector();
  std::map<std::string, const Buffer*> by_name;
  for (const Buffer& buffer : problem.buffers) {
    by_name["t" + std::to_string(buffer.tensor)] = &buffer;
  }
  ASSERT_EQ(by_name.size(), expected.problem.buffers.size());
  for (const Buffer& want : expected.problem.buffers) {
    ASSERT_EQ(by_name.count(want.name), 1U) << want.name;
    const Buffer& have = *by_name[want.name];
    EXPECT_EQ(have.lower, want.lower) << want.name;
    EXPECT_EQ(have.upper, want.upper) << want.name;
    EXPECT_EQ(have.size, want.size) << want.name;
    EXPECT_EQ(have.alignment, want.alignment) << want.name;
    EXPECT_EQ(have.reads, want.reads) << want.name;
  }
}

TEST_P(LiveRanges, GiveTheOffsetsOfTflmForTheWholeNetwork) {
  SPILLWAY_NEEDS_SHARED("models");
  SPILLWAY_NEEDS_SHARED("reference/planners/vectors/real_models");
  const NetworkPlan planned = plan_network(network(), test::request_in("tflm", unlimited));
  const auto expected = test::read_expected(test::shared_path(
      std::string("reference/planners/expected_offsets/tflm-greedy/real_models__") +
      GetParam().vector + ".csv"));
  for (std::size_t i = 0; i < planned.problem.buffers.size(); ++i) {
    const std::string name = "t" + std::to_string(planned.problem.buffers[i].tensor);
    EXPECT_EQ(planned.result.placements[i].offset, expected.at(name).offset) << name;
  }
}

TEST_P(LiveRanges, GiveValidPlansWithEveryPlanner) {
  SPILLWAY_NEEDS_SHARED("models");
  const Network net = network();
  for (const PlannerEntry& entry : planners()) {
    const NetworkPlan planned = plan_network(net, test::request_in(entry.name, 48 * 1024));
    if (entry.name == "tinyengine-firstfit" || planned.result.status != PlanStatus::ok) {
      continue;
    }
    const auto violations = validate_plan(planned.plan, net);
    EXPECT_TRUE(violations.empty()) << entry.name << ": " << violations.front().message;
  }
}

Tensor tensor(const char* name, TensorKind kind, Bytes bytes) {
  Tensor made;
  made.name = name;
  made.kind = kind;
  made.bytes = bytes;
  made.shape = {static_cast<std::int32_t>(bytes)};
  return made;
}

// Returns a network of three operators:
// - Operator 0 reads `in`, `weights` and `state` and writes `x`; `scratch` is its scratch memory.
// - Operator 1 reads `x` and writes `out` and `unread`.
// - Operator 2 reads `in` twice.
Network small_network() {
  Network network;
  network.tensors = {
      tensor("in", TensorKind::activation, 32),  tensor("x", TensorKind::activation, 64),
      tensor("out", TensorKind::activation, 16), tensor("unread", TensorKind::activation, 8),
      tensor("state", TensorKind::variable, 24), tensor("weights", TensorKind::weight, 100),
      tensor("scratch", TensorKind::scratch, 40)};
  network.inputs = {0};
  network.outputs = {2};
  network.operators.resize(3);
  network.operators[0].inputs = {0, 5, 4, no_tensor};
  network.operators[0].outputs = {1, 6};
  network.operators[1].inputs = {1};
  network.operators[1].outputs = {2, 3};
  network.operators[2].inputs = {0, 0};
  return network;
}

TEST(MakeProblem, CountsInputsFromZeroAndOperatorsFromOne) {
  const PlanningProblem problem = make_problem(small_network(), {});
  std::map<std::string, std::pair<TimeStep, TimeStep>> ranges;
  for (const Buffer& buffer : problem.buffers) {
    ranges[buffer.name] = {buffer.lower, buffer.upper};
  }
  using Range = std::pair<TimeStep, TimeStep>;
  EXPECT_EQ(ranges.size(), 6U);
  EXPECT_EQ(ranges["in"], Range(0, 4));
  EXPECT_EQ(ranges["x"], Range(1, 3));
  EXPECT_EQ(ranges["out"], Range(2, 4));  // an output of the network is live until the run ends
  // A result that no operator reads is live only while its operator runs.
  EXPECT_EQ(ranges["unread"], Range(2, 3));
  EXPECT_EQ(ranges["state"], Range(0, 4));
  EXPECT_EQ(ranges["scratch"], Range(1, 2));
}

TEST(MakeProblem, CountsEachReadingOperatorOnceAndEveryAccess) {
  const PlanningProblem problem = make_problem(small_network(), {});
  EXPECT_EQ(problem.buffers[0].name, "in");
  EXPECT_EQ(problem.buffers[0].reads, 2);
  EXPECT_EQ(problem.buffers[0].access_score, 3 * 32);
}

TEST(PlanNetwork, PutsConstantsBehindFeatureMapsThatShareTheirMemory) {
  const Network network = small_network();
  PlanningRequest request = test::request_in("tflm-greedy", 1024);
  request.constants = 0;
  const NetworkPlan planned = plan_network(network, request);
  ASSERT_EQ(planned.result.status, PlanStatus::ok);
  EXPECT_TRUE(validate_plan(planned.plan, network).empty());
  EXPECT_EQ(planned.plan.residencies.back().tensor, 5);
  EXPECT_EQ(planned.plan.residencies.back().memory, 0);
}

TEST(PlanNetwork, ReportsConstantsThatAloneExceedTheirMemory) {
  PlanningRequest request = test::request_in("tflm-greedy", 64);
  request.constants = 0;
  const NetworkPlan planned = plan_network(small_network(), request);
  EXPECT_EQ(planned.result.status, PlanStatus::does_not_fit);
  EXPECT_EQ(planned.result.memory, 0);
  EXPECT_EQ(planned.result.excess, 112 - 64);
}

TEST(PlanNetwork, UsesOnlyTheMemoriesOfTheArena) {
  PlanningRequest request = test::request_in("cadence-greedy", 16);
  request.arena = {0};
  const NetworkPlan planned = plan_network(small_network(), request);
  EXPECT_EQ(planned.result.status, PlanStatus::does_not_fit);
  EXPECT_EQ(planned.result.memory, 0);
}

TEST(PlanNetwork, TflmPlannersHonourTheOfflinePlanOfTheFile) {
  Network network = small_network();
  const std::vector<std::int32_t> words = {0, 0, 7, 128, -1, -1, -1, -1, -1, -1};
  network.metadata = {
      {offline_plan_name, {reinterpret_cast<const std::uint8_t*>(words.data()), words.size() * 4}}};
  EXPECT_EQ(plan_network(network, test::request_in("tflm", 1024)).result.placements[0].offset, 128);
  EXPECT_NE(
      plan_network(network, test::request_in("vela-greedy", 1024)).result.placements[0].offset,
      128);
  network.tensors.push_back(tensor("added by lowering", TensorKind::scratch, 8));
  EXPECT_NE(plan_network(network, test::request_in("tflm", 1024)).result.placements[0].offset, 128);
}

TEST(PlanNetwork, HonoursPinsOrRefusesThem) {
  PlanningRequest request = test::request_in("cadence-greedy", 1024);
  request.pins = {{0, 1, 64, false}, {2, std::nullopt, std::nullopt, true}};
  const Network network = small_network();
  const NetworkPlan planned = plan_network(network, request);
  EXPECT_EQ(planned.result.placements[0].memory, 1);
  EXPECT_EQ(planned.result.placements[0].offset, 64);
  EXPECT_THAT(planned.plan.outside, testing::ElementsAre(2));
  EXPECT_TRUE(validate_plan(planned.plan, network).empty());
  request.planner = "vela-greedy";
  EXPECT_THROW(plan_network(network, request), UserError);
}

// Returns a chain of three operators, of which the second is a pad. Its maps are in, x, padded and
// out.
Network padding_network() {
  Network network;
  network.tensors = {
      tensor("in", TensorKind::activation, 32), tensor("x", TensorKind::activation, 32),
      tensor("padded", TensorKind::activation, 48), tensor("out", TensorKind::activation, 48)};
  network.inputs = {0};
  network.outputs = {3};
  network.operators.resize(3);
  for (TensorIndex i = 0; i < 3; ++i) {
    network.operators[static_cast<std::size_t>(i)].inputs = {i};
    network.operators[static_cast<std::size_t>(i)].outputs = {i + 1};
  }
  network.operators[1].type = OpType::pad;
  return network;
}

TEST(PlanNetwork, PadsWriteOverTheirInputWhereTheKernelsDo) {
  const Network network = padding_network();
  for (const bool in_place : {true, false}) {
    PlanningRequest request = test::request_in("xformer", unlimited);
    request.pads_in_place = in_place;
    const NetworkPlan planned = plan_network(network, request);
    const Bytes input = planned.result.placements[1].offset;
    const Bytes padded = planned.result.placements[2].offset;
    EXPECT_EQ(input + 32 > padded && padded + 48 > input, in_place);
  }
}

TEST(Budget, NamesTheOperatorAtThePeakAndItsLargestTensors) {
  Network network = small_network();
  network.operators[0].type_name = "CONV_2D";
  const NetworkPlan planned = plan_network(network, test::request_in("tflm-greedy", unlimited));
  const BudgetCheck check = check_budget(planned.plan.residencies, {0, 100});
  EXPECT_EQ(check.footprint.live_peak, 32 + 64 + 24 + 40);
  EXPECT_EQ(check.excess, check.required - 100);
  EXPECT_THAT(
      describe_budget(check, "sram", network),
      testing::HasSubstr("peak at operator 0 (CONV_2D); largest: 'x' 64, 'scratch' 40, 'in' 32"));
}

}  // namespace
}  // namespace spillway
