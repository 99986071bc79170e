// SPDX-License-Identifier: Apache-2.0
// Tests the option `--start`, with which the user gives a plan to start from. The planner must
// return this plan or a faster plan.
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/diagnostics.h"
#include "base/files/files.h"
#include "experiments/point/design_point.h"
#include "experiments/point/plans/capacity_error.h"
#include "planner/plan_io/plan_csv.h"
#include "tests/reference.h"
#include "tests/user_error.h"
#include "traces/files/network_loader.h"
#include "traces/tflite/reader.h"

namespace spillway {
namespace {

using testing::HasSubstr;

DesignPoint searched(Bytes sram) {
  DesignPoint point;
  point.target = "ethos-u65-256";
  point.target_options.memory_mode = "Dedicated_Sram";
  point.target_options.capacities = {{"sram", sram}};
  point.planner = "search";
  return point;
}

/// Returns `point` with the option --start, whose value is the plan of `made`.
DesignPoint starting_from(const PointResult& made, DesignPoint point) {
  point.start_source = "made.csv";
  point.start_text = write_plan_csv(made.plan.plan, made.network);
  return point;
}

constexpr Bytes little = 40 * 1024;

TEST(SlowStartingPlan, IsTheResultIfThePlannerFindsNoFasterPlan) {
  const Network network = load_network("mobilenet_v1_0.25_96");
  const PointResult full = run_point(network, searched(little));
  DesignPoint quick = searched(little);
  quick.planner_options.search_budget = no_search;
  const PointResult alone = run_point(network, quick);
  ASSERT_LT(full.timing.total, alone.timing.total) << "the search wins nothing here";
  EXPECT_FALSE(alone.from_start);
  const PointResult started = run_point(network, starting_from(full, quick));
  EXPECT_TRUE(started.from_start);
  EXPECT_EQ(started.timing.total, full.timing.total);
}

TEST(SlowStartingPlan, IsNotTheResultIfThePlannerFindsAFasterPlan) {
  const Network network = load_network("mobilenet_v1_0.25_96");
  DesignPoint slow = searched(little);
  slow.planner = "cadence-greedy";
  const PointResult result =
      run_point(network, starting_from(run_point(network, slow), searched(little)));
  EXPECT_FALSE(result.from_start);
  EXPECT_EQ(result.timing.total, run_point(network, searched(little)).timing.total);
}

TEST(SlowStartingPlan, IsIgnoredIfItDoesNotFit) {
  const Network network = load_network("mobilenet_v1_0.25_96");
  const PointResult roomy = run_point(network, searched(2 * little));
  const PointResult result = run_point(network, starting_from(roomy, searched(little)));
  EXPECT_FALSE(result.from_start);
  EXPECT_EQ(result.timing.total, run_point(network, searched(little)).timing.total);
}

TEST(SlowStartingPlan, OfAnotherNetworkIsRefused) {
  const PointResult other = run_point(load_network("resnet8"), searched(little));
  EXPECT_THROW(run_point(load_network("ds_cnn"), starting_from(other, searched(little))),
               UserError);
}

TEST(SlowStartingPlan, IsRefusedForPlannersThatDoNotChooseByTime) {
  const Network network = load_network("ds_cnn");
  DesignPoint point = starting_from(run_point(network, searched(little)), searched(little));
  point.planner = "cadence-greedy";
  EXPECT_THAT(test::user_error([&] { run_point(network, point); }, ExitCode::usage),
              HasSubstr("--start: cadence-greedy does not choose by time"));
}

// The search has a small budget and finds no plan that is as fast as the plan of the compiled file.
// So the result must be the plan of the file.
TEST(StartingPlan, MayBeACompiledFileOfTheNetwork) {
  SPILLWAY_NEEDS_SHARED("models/compiled");
  const Network network = read_tflite(test::shared_path("models/mlperf_vww96.tflite"));
  for (const Bytes kib : {64, 128}) {
    const std::string file = "models/compiled/mlperf_vww96__u65-256__Dedicated_Sram__" +
                             std::to_string(kib) + "K.tflite";
    DesignPoint followed = searched(kib * 1024);
    followed.planner.clear();
    followed.plan_source = file;
    followed.plan_text = read_text(test::shared_path(file));
    DesignPoint started = searched(kib * 1024);
    started.start_source = followed.plan_source;
    started.start_text = followed.plan_text;
    started.planner_options.search_budget = no_search;
    EXPECT_LE(run_point(network, started).timing.total, run_point(network, followed).timing.total);
  }
}

}  // namespace
}  // namespace spillway
