// SPDX-License-Identifier: Apache-2.0
// Tests plan files with missing rows or offsets, and the option that gives the memory of network
// inputs.
#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/diagnostics.h"
#include "base/index.h"
#include "base/text.h"
#include "experiments/point/design_point.h"
#include "experiments/point/point_cache.h"
#include "hwmodels/stray_accesses.h"
#include "planner/plan_io/plan_csv.h"
#include "tests/user_error.h"
#include "traces/files/network_loader.h"

namespace spillway {
namespace {

using testing::IsEmpty;

/// Returns the header and some rows of a plan CSV: the rows of feature maps if `maps` is true,
/// otherwise all other rows.
std::string cut(const std::string& csv, bool maps) {
  std::string rows;
  for (const std::string& line : split(csv, '\n')) {
    const std::vector<std::string> cells = split(line, ',');
    if (cells.size() < 8) continue;
    const std::string& kind = cells[7];
    const bool of_map = kind == "activation" || kind == "scratch" || kind == "variable";
    if (kind == "kind" || of_map == maps) rows += line + "\n";
  }
  return rows;
}

std::vector<std::string> sorted_lines(const std::string& text) {
  std::vector<std::string> lines = split(text, '\n');
  std::sort(lines.begin(), lines.end());
  return lines;
}

// The test removes rows from the plan of a planner and a weight policy (a rule for how weights
// reach the processor). Given the remaining rows, the same planner and weight policy must add the
// same rows again.
TEST(PartialPlan, IsCompletedByThePlannerAndPolicyThatMadeIt) {
  const Network network = load_network("resnet8");
  for (const char* planner : {"cadence-greedy", "vela-spill", "tflm-greedy", "belady", "xformer"}) {
    for (const char* policy : {"in-place", "vela", "prefetch"}) {
      SCOPED_TRACE(planner + std::string(" ") + policy);
      DesignPoint point;
      point.target = "ethos-u65-256";
      point.target_options.memory_mode = "Dedicated_Sram";
      point.target_options.capacities = {{"sram", 40 * 1024}};
      point.planner = planner;
      point.weight_policy = policy;
      const PointResult whole = run_point(network, point);
      const std::string csv = write_plan_csv(whole.plan.plan, whole.network);
      for (const bool maps : {true, false}) {
        DesignPoint cut_point = point;
        if (maps) cut_point.planner.clear();
        cut_point.plan_source = "cut.csv";
        cut_point.plan_text = cut(csv, maps);
        const PointResult filled = run_point(network, cut_point);
        EXPECT_EQ(sorted_lines(write_plan_csv(filled.plan.plan, filled.network)),
                  sorted_lines(csv));
        EXPECT_THAT(filled.plan.result.note,
                    testing::HasSubstr(maps ? "by weight policy " : "placed by "));
      }
    }
  }
}

/// Returns the plan CSV with a new offset and a new memory in the row of the buffer `id`.
std::string with_cells(const std::string& csv, const std::string& id, const std::string& offset,
                       const std::string& memory) {
  std::string rows;
  for (const std::string& line : split(csv, '\n')) {
    std::vector<std::string> cells = split(line, ',');
    if (cells.front() == id) cells[4] = offset, cells[6] = memory;
    if (!line.empty()) rows += fmt::format("{}\n", fmt::join(cells, ","));
  }
  return rows;
}

// A fixture with a U65 with 40 KiB of SRAM. In the mode Dedicated_Sram, a feature map may lie in
// SRAM or in DRAM.
class RowsWithoutOffset : public testing::Test {
 protected:
  RowsWithoutOffset() {
    point_.target = "ethos-u65-256";
    point_.target_options.memory_mode = "Dedicated_Sram";
    point_.target_options.capacities = {{"sram", 40 * 1024}};
    point_.planner = "cadence-greedy";
    const PointResult whole = run_point(network_, point_);
    csv_ = write_plan_csv(whole.plan.plan, whole.network);
    point_.plan_source = "given.csv";
  }

  /// Runs the point with the plan `csv`. Returns the memory in which the feature map `map` lies in
  /// the plan of this run.
  std::string memory_of(const std::string& map, const std::string& csv) {
    point_.plan_text = csv;
    const PointResult result = run_point(network_, point_);
    for (const Residency& residency : result.plan.plan.residencies) {
      if (residency.kind != ResidencyKind::tensor) continue;
      if (at(result.network.tensors, residency.tensor).name != map) continue;
      return at(result.plan.plan.memories, residency.memory).name;
    }
    return "";
  }

  std::string refusal(const std::string& csv, ExitCode code = ExitCode::input_file) {
    point_.plan_text = csv;
    return test::user_error([&] { run_point(network_, point_); }, code);
  }

  const Network network_ = load_network("resnet8");
  DesignPoint point_;
  std::string csv_;
};

TEST_F(RowsWithoutOffset, AreFilledInWhereverTheirMemoryIsOpen) {
  EXPECT_EQ(memory_of("stack1_conv1", with_cells(csv_, "stack1_conv1", "", "")), "sram");
}

TEST_F(RowsWithoutOffset, StayInTheMemoryThatTheyName) {
  EXPECT_EQ(memory_of("stack1_conv1", with_cells(csv_, "stack1_conv1", "", "dram")), "dram");
  EXPECT_EQ(memory_of("stack1_conv1", with_cells(csv_, "stack1_conv1", "", "sram")), "sram");
  point_.planner = "belady";
  EXPECT_THAT(refusal(with_cells(csv_, "stack1_conv1", "", "dram"), ExitCode::usage),
              testing::HasSubstr("planner 'belady' cannot pin 'stack1_conv1'"));
}

TEST_F(RowsWithoutOffset, MayNotNameAMemoryThatIsNotForFeatureMaps) {
  point_.target_options.memory_mode = "Sram_Only";
  EXPECT_THAT(refusal(with_cells(csv_, "stack1_conv1", "", "dram")), testing::HasSubstr(".csv:"));
}

TEST_F(RowsWithoutOffset, OfConstantsMayNotNameAnotherMemoryThanTheirs) {
  EXPECT_THAT(refusal(with_cells(csv_, "stack1_conv1/weights", "", "sram")),
              testing::HasSubstr("constant 'stack1_conv1/weights' has no offset in sram"));
}

DesignPoint point_with_plan(const std::string& csv) {
  DesignPoint point;
  point.target = "ethos-u65-256";
  point.plan_source = "given.csv";
  point.plan_text = csv;
  return point;
}

std::string plain_plan(const Network& network, const char* planner) {
  PlanningRequest request;
  request.memories = {{"sram", unlimited, 16}};
  request.arena = {0};
  request.planner = planner;
  const NetworkPlan plan = plan_network(network, request);
  return write_plan_csv(plan.problem, plan.result.placements);
}

// The plan is for the network before lowering, in which the input and the output of a reshape are
// two maps with two places. Lowering makes one map of the two maps. The run must use one of the two
// places, or copy the map from the first place to the second.
TEST(PartialPlan, UnderstandsPlansOfTheNetworkBeforeLowering) {
  for (const char* name : {"resnet8", "ds_cnn", "autoencoder"}) {
    const Network network = load_network(name);
    for (const char* planner : {"tflm-linear", "executorch-greedy", "vela-linear"}) {
      SCOPED_TRACE(name + std::string(" ") + planner);
      DesignPoint point = point_with_plan(plain_plan(network, planner));
      point.weight_policy = "in-place";
      const PointResult result = run_point(network, point);
      EXPECT_THAT(stray_accesses(result.program, result.plan.plan, result.target), IsEmpty());
    }
  }
}

// The target stores a map of 24 channels with 32 channels, so the map needs more bytes than the
// plan gives. The error message must name such maps.
TEST(PartialPlan, NamesEveryTensorThatIsLargerOnTheTarget) {
  const Network network = load_network("mobilenet_v2_1.0_224");
  DesignPoint point = point_with_plan(plain_plan(network, "tflm-linear"));
  point.target_options.capacities = {{"sram", Bytes{16} << 20}};
  point.weight_policy = "in-place";
  EXPECT_THAT(test::user_error([&] { run_point(network, point); }, ExitCode::run_failed),
              testing::ContainsRegex("too little room: '.*' has [0-9,]+ bytes, the target stores "
                                     "[0-9,]+, [0-9,]+ more"));
}

TEST(InputsRule, PlacesInputsInTheNamedMemoryForEveryPlanner) {
  const Network network = load_network("ds_cnn");
  for (const PlannerEntry& entry : planners()) {
    for (const InputsIn rule : {InputsIn::fast, InputsIn::slow}) {
      DesignPoint point;
      point.target = "ethos-u65-256";
      point.target_options.memory_mode = "Dedicated_Sram";
      point.target_options.capacities = {{"sram", 96 * 1024}};
      point.planner = entry.name;
      point.planner_options.inputs_in = rule;
      if (entry.planner->searches({})) point.planner_options.search_budget = 50;
      point.weight_policy = "in-place";
      SCOPED_TRACE(entry.name + (rule == InputsIn::fast ? " fast" : " slow"));
      const PointResult result = run_point(network, point);
      const std::string expected = rule == InputsIn::fast ? "sram" : "dram";
      for (const Residency& residency : result.plan.plan.residencies) {
        if (residency.kind != ResidencyKind::tensor) continue;
        const auto is = [&](const std::vector<TensorIndex>& list) {
          return std::find(list.begin(), list.end(), residency.tensor) != list.end();
        };
        const Tensor& tensor = at(result.network.tensors, residency.tensor);
        const bool ruled = is(result.network.inputs) || is(result.network.outputs) ||
                           tensor.kind == TensorKind::scratch;
        if (!ruled) continue;
        EXPECT_EQ(at(result.plan.plan.memories, residency.memory).name, expected) << tensor.name;
      }
    }
  }
}

// plan_point() must return the plan that run_point() simulates.
TEST(PartialPlan, PlanPointGivesThePlanThatRuns) {
  const Network network = load_network("resnet8");
  DesignPoint point;
  point.target = "ethos-u65-256";
  point.target_options.memory_mode = "Dedicated_Sram";
  point.target_options.capacities = {{"sram", 40 * 1024}};
  point.planner = "belady";
  const PointResult belady = run_point(network, point);
  point.planner.clear();
  PointCache cache;
  const Plan usual = plan_point(network, point, cache).plan;
  point.plan_source = "belady.csv";
  point.plan_text = write_plan_csv(belady.plan.plan, belady.network);
  const Plan given = plan_point(network, point, cache).plan;
  EXPECT_EQ(sorted_lines(write_plan_csv(given, belady.network)),
            sorted_lines(write_plan_csv(belady.plan.plan, belady.network)));
  EXPECT_NE(sorted_lines(write_plan_csv(given, belady.network)),
            sorted_lines(write_plan_csv(usual, belady.network)));
}

}  // namespace
}  // namespace spillway
