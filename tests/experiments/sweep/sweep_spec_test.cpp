// SPDX-License-Identifier: Apache-2.0
#include "experiments/sweep/sweep_spec.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <functional>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/diagnostics.h"
#include "base/files/files.h"
#include "experiments/point/option_table.h"
#include "experiments/point/point_cache.h"
#include "experiments/sweep/plan_changes.h"
#include "experiments/sweep/sweep_table.h"
#include "hwmodels/ethosu/options.h"
#include "hwmodels/xcore/options.h"
#include "planner/plan_io/plan_csv.h"
#include "tests/user_error.h"
#include "traces/files/network_loader.h"

namespace spillway {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

SweepSpec small_spec() {
  SweepSpec spec;
  spec.networks = {load_network("ds_cnn")};
  spec.targets = {"ethos-u65-256"};
  spec.memory_modes = {"Dedicated_Sram"};
  return spec;
}

TEST(SweepSpec, SizesPartsAndOptionsMayBeListedInOneWordOrInMany) {
  SweepSpec one, many;
  add_memory(one, "sram=1K:3K:1K+8K");
  for (const char* text : {"sram=1K", "2K", "sram=3K+8K"}) add_memory(many, text);
  ASSERT_EQ(many.memories.size(), 1U);
  EXPECT_EQ(one.memories[0].sizes, many.memories[0].sizes);
  add_part(one, "dram=ideal+DDR3-1600K-x16");
  for (const char* text : {"dram=ideal", "DDR3-1600K-x16"}) add_part(many, text);
  EXPECT_EQ(one.parts[0].parts, many.parts[0].parts);
}

TEST(SweepSpec, EveryListMultipliesTheNumberOfPoints) {
  SweepSpec spec = small_spec();
  add_memory(spec, "sram=8K+16K");
  add_part(spec, "dram=ideal+DDR3-1600K-x16+LPDDR4-3200-x16");
  add_option(spec, "weight-ratio", "0.5");
  add_option(spec, "weight-ratio", "1");
  add_option(spec, "threshold", "1K");
  add_option(spec, "threshold", "64K");
  spec.planners = {"cadence-greedy", "size-threshold"};
  SweepTable table(spec);
  // Only the planner size-threshold has the option `threshold`. For any other planner, all
  // thresholds together give one point.
  EXPECT_EQ(table.points().size(), 2U * 3 * 2 * (1 + 2));
  EXPECT_THAT(table.identity(0), testing::EndsWith("sram=8192,dram=ideal,cadence-greedy,,1,0.5,"));
  EXPECT_THAT(table.identity(1),
              HasSubstr("sram=8192,dram=ideal,size-threshold,,1,0.5,threshold=1024"));
  spec.skips = {"planner=size-threshold and threshold>1K", "part.dram=ideal and memory.sram<16K"};
  SweepTable some(spec);
  EXPECT_EQ(some.points().size(), 2U * 3 * 2 * (1 + 2) - 12 - 4);
}

TEST(SweepSpec, MistakesNameTheOptionAndSuggest) {
  const auto error_of = [](const std::function<void(SweepSpec&)>& mistake) -> std::string {
    SweepSpec spec = small_spec();
    return test::user_error([&] { mistake(spec); }, ExitCode::usage);
  };
  EXPECT_THAT(error_of([](auto& s) { add_part(s, "dram=DDR3-1600K-x1"); }),
              HasSubstr("did you mean 'DDR3-1600K-x16'?"));
  EXPECT_THAT(error_of([](auto& s) { add_part(s, "ideal"); }), HasSubstr("is not MEMORY=PART"));
  EXPECT_THAT(error_of([](auto& s) { add_option(s, "thread", "1"); }),
              HasSubstr("did you mean 'threads'?"));
  EXPECT_THAT(error_of([](auto& s) { add_option(s, "threads", "6"); }),
              HasSubstr("--threads: '6' is not a whole number from 1 to 5"));
  EXPECT_THAT(error_of([](auto& s) { add_memory(s, "sram=0%"); }), HasSubstr("NAME=50%"));
  EXPECT_THAT(error_of([](auto& s) { add_allocator(s, "tflm-gredy"); }),
              HasSubstr("did you mean 'tflm-greedy'?"));
  EXPECT_THAT(error_of([](auto& s) {
                add_part(s, "sram=QSPI-NOR-104");
                SweepTable table(s);
              }),
              HasSubstr("QSPI-NOR-104 cannot be written, and sram is"));
  EXPECT_THAT(error_of([](auto& s) {
                s.skips = {"threads=1"};
                SweepTable table(s);
              }),
              HasSubstr("leave no point"));
  EXPECT_THAT(error_of([](auto& s) { add_planner(s, "exakt"); }),
              HasSubstr("did you mean 'exact'?"));
  EXPECT_THAT(error_of([](auto& s) {
                s.skips = {"planer=exact"};
                SweepTable table(s);
              }),
              HasSubstr("column 1: unknown name 'planer'"));
}

// If a sweep gives an option a value, the design point must change as with the same option of
// `run`.
TEST(SweepSpec, OptionsReachThePoint) {
  DesignPoint point;
  for (const auto& [name, value] :
       std::vector<std::pair<std::string, std::string>>{{"threads", "3"},
                                                        {"arena", "sram+dram"},
                                                        {"weights", "flash"},
                                                        {"place", "table=sram"},
                                                        {"pin", "a=sram@16+b=outside"},
                                                        {"search-budget", "7"},
                                                        {"runs", "2"}}) {
    const PointOption& option = find_swept_option(name);
    set_option(option, items_of_sweep_value(option, value), point);
  }
  const auto& tile = point.family_options.of<xcore::Options>();
  EXPECT_EQ(tile.lowering.threads, 3);
  EXPECT_THAT(point.arena, ElementsAre("sram", "dram"));
  EXPECT_EQ(point.weights, "flash");
  EXPECT_THAT(tile.placements, ElementsAre("table=sram"));
  EXPECT_EQ(point.pins.size(), 2U);
  EXPECT_EQ(point.planner_options.search_budget, 7);
  EXPECT_EQ(point.runs, 2);
}

TEST(SweepSpec, OptionsVaryOnlyThePointsToWhichTheyApply) {
  SweepSpec spec;
  spec.networks = {load_network("resnet8")};
  spec.targets = {"ethos-u65-256", "xcore.ai"};
  for (const char* threads : {"1", "5"}) add_option(spec, "threads", threads);
  for (const char* ratio : {"0.5", "0.75", "1"}) add_option(spec, "weight-ratio", ratio);
  SweepTable table(spec);
  EXPECT_EQ(table.points().size(), 3U + 2U);
  spec.targets = {"ethos-u65-256"};
  EXPECT_THAT(test::user_error([&] { SweepTable none(spec); }, ExitCode::usage),
              HasSubstr("--threads is for xcore.ai targets, not ethos-u65-256"));
}

TEST(SweepSpec, ReservedMemoryIsLeftFree) {
  SweepSpec spec = small_spec();
  add_memory(spec, "sram=8K");
  for (const char* text : {"sram=0", "sram=4K", "sram=1M"}) add_option(spec, "reserve", text);
  SweepTable table(spec);
  ASSERT_EQ(table.points().size(), 3U);
  EXPECT_THAT(table.row(0), HasSubstr(",ok,"));
  EXPECT_THAT(table.row(1), HasSubstr("reserve=sram=4096,ok,"));
  SweepSpec smaller = small_spec();
  add_memory(smaller, "sram=4K");
  SweepTable plain(smaller);
  const auto figures = [](const std::string& row) { return row.substr(row.find(",ok,")); };
  EXPECT_EQ(figures(table.row(1)), figures(plain.row(0)));
  EXPECT_THAT(table.row(2), HasSubstr("reserve=sram=1048576,ok,"));
}

// A sweep makes its points only when it simulates them. If a file that an option names changes
// after the declaration of the sweep, the points must still use the old contents of the file.
TEST(SweepSpec, FilesOfOptionsAreReadOnce) {
  const std::string path = testing::TempDir() + "spec_ratios.csv";
  write_file(path, "name,ratio\nconv,0.5\n");
  SweepSpec spec = small_spec();
  add_option(spec, "weight-ratio", path);
  add_option(spec, "weight-ratio", "0.75");
  const PointList points = expand(spec);
  const SweepPoint before = points[0];
  write_file(path, "name,ratio\nconv,0.25\n");
  EXPECT_EQ(points[0].options, before.options);
  EXPECT_THAT(before.options, HasSubstr("spec_ratios.csv:"));
  EXPECT_EQ(
      points[points.size() - 1].point.family_options.of<ethosu::Options>().schedule.weight_ratio,
      0.75);
  std::filesystem::remove(path);
  EXPECT_TRUE(points[0].point.weight_ratios.has_value());
}

TEST(SweepSpec, SharesOfThePeakAreRoundedUpToWholeGranules) {
  SweepSpec spec = small_spec();
  PointCache cache;
  DesignPoint point;
  point.target = spec.targets[0];
  const Bytes peak = peak_bytes(spec.networks[0], point, cache);
  add_memory(spec, "sram=50%+4K");
  add_memory(spec, "33.3%");
  std::vector<Bytes> sizes;
  const PointList points = expand(spec);
  for (std::size_t i = 0; i < points.size(); ++i) {
    sizes.push_back(points[i].point.target_options.capacities[0].second);
  }
  const auto granules = [&](double share) {
    return static_cast<Bytes>(std::ceil(static_cast<double>(peak) * share / 16)) * 16;
  };
  EXPECT_THAT(sizes, ElementsAre(4096, granules(0.5), granules(0.333)));
}

class PlanChanges : public testing::TestWithParam<const char*> {};

// plan_change_sizes() must find exactly those sizes of memory at which the plan differs from the
// plan for the next smaller size.
TEST_P(PlanChanges, AreThoseThatPlanningAtEverySizeFinds) {
  const Network network = load_network("ds_cnn");
  DesignPoint point;
  point.target = "ethos-u65-256";
  point.target_options.memory_mode = "Dedicated_Sram";
  point.planner = GetParam();
  // With weight policies other than `in-place`, buffers of weights fill all free memory, so the
  // plan would change at every size.
  point.weight_policy = "in-place";
  PointCache cache;
  const std::vector<Bytes> found = plan_change_sizes(network, point, "sram", cache);
  std::vector<Bytes> expected;
  std::string before;
  for (Bytes size = 0; size <= 40'000; size += 16) {
    DesignPoint sized = point;
    sized.target_options.capacities = {{"sram", size}};
    Plan plan = plan_point(network, sized, cache).plan;
    const std::string text = write_plan_csv(plan, lowered_for(network, sized, cache));
    if (text != before) expected.push_back(size);
    before = text;
  }
  EXPECT_EQ(found, expected);
  EXPECT_GE(found.size(), 2U);
}

INSTANTIATE_TEST_SUITE_P(Planners, PlanChanges,
                         testing::Values("cadence-greedy", "vela-spill", "vela-greedy",
                                         "tflm-greedy"));

TEST(PlanChanges, BeginAtTheSmallestSizeThatFits) {
  const Network network = load_network("ds_cnn");
  DesignPoint point;
  point.target = "ethos-u55-128";
  point.target_options.memory_mode = "Shared_Sram";
  PointCache cache;
  const std::vector<Bytes> found = plan_change_sizes(network, point, "sram", cache);
  ASSERT_FALSE(found.empty());
  point.target_options.capacities = {{"sram", found.front()}};
  EXPECT_NO_THROW(plan_point(network, point, cache));
  point.target_options.capacities = {{"sram", found.front() - 16}};
  EXPECT_THROW(plan_point(network, point, cache), UserError);
}

}  // namespace
}  // namespace spillway
