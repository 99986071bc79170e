// SPDX-License-Identifier: Apache-2.0
#include "experiments/pages/page_drawings.h"

#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "experiments/pages/report_json.h"
#include "experiments/pages/sweep_json.h"
#include "tests/experiments/pages/run_page.h"
#include "traces/files/network_loader.h"

namespace spillway {
namespace {

using testing::HasSubstr;

// Returns the <main> element of a page, which a browser shows even if scripts are disabled.
std::string without_scripts(const std::string& page) {
  const std::size_t begin = page.find("<main>");
  return page.substr(begin, page.find("</main>") - begin);
}

// Checks that the page contains every drawing, with the same SVG elements in the same order as in
// the file that --svg writes.
void expect_drawn(const std::string& page, const std::vector<Drawing>& drawings) {
  for (const Drawing& drawing : drawings) {
    EXPECT_THAT(page, HasSubstr("data-picture=\"" + drawing.name + "\""));
    EXPECT_TRUE(page.find(drawing.marks) != std::string::npos) << drawing.name;
    EXPECT_TRUE(standalone_svg(drawing).find(drawing.marks) != std::string::npos) << drawing.name;
    EXPECT_THAT(drawing.marks, testing::Not(HasSubstr("nan"))) << drawing.name;
  }
}

std::vector<std::string> kinds_of(const std::vector<Drawing>& drawings) {
  std::vector<std::string> kinds;
  for (const Drawing& drawing : drawings) kinds.push_back(drawing.kind);
  return kinds;
}

TEST(PageDrawings, ARunShowsItsChartsWithoutScripts) {
  const Network network = load_network("resnet8");
  const DesignPoint point = test::point_with_sram(64 << 10);
  const PointResult result = run_point(network, point);
  const StaticPage static_page = static_run(result);
  EXPECT_THAT(kinds_of(static_page.drawings),
              testing::IsSupersetOf({"time", "operators", "timeline", "memory-map", "live-bytes"}));
  const std::string page = without_scripts(html_report(
      ReportPage::run, "resnet8", report_json(network, point, result, "spillway"), static_page));
  EXPECT_THAT(page, HasSubstr("<h1>resnet8</h1>"));
  EXPECT_THAT(page, HasSubstr("Latency "));
  expect_drawn(page, run_drawings(result));
}

TEST(PageDrawings, AComparisonShowsTheTradeAndTheMapsOfTwoPlans) {
  const PlannerComparison comparison = compare_planners(
      load_network("resnet8"), test::point_with_sram(64 << 10), {"cadence-greedy", "vela-spill"});
  const StaticPage static_page = static_comparison(comparison);
  EXPECT_THAT(kinds_of(static_page.drawings), testing::IsSupersetOf({"pareto", "memory-map"}));
  expect_drawn(without_scripts(html_report(ReportPage::compare, "two", "{}", static_page)),
               static_page.drawings);
  // The memory maps of the two compared plans must have the same scale of addresses.
  const auto limits = [&](const std::string& name) {
    const auto found = std::find_if(static_page.drawings.begin(), static_page.drawings.end(),
                                    [&](const Drawing& drawing) { return drawing.name == name; });
    return found->marks.substr(0, found->marks.find("viewBox"));
  };
  EXPECT_EQ(limits("memory-map-first-0"), limits("memory-map-second-0"));
}

// Returns the CSV of a sweep over two networks and two sizes of the SRAM.
std::string small_csv() {
  SweepSpec spec;
  spec.networks = {load_network("resnet8"), load_network("ds_cnn")};
  spec.targets = {"ethos-u65-256"};
  spec.memory_modes = {"Dedicated_Sram"};
  spec.memories = {parse_memory_range("sram=16K+32K")};
  spec.planners = {"cadence-greedy"};
  SweepTable table(spec);
  std::string csv = table.header();
  for (std::size_t i = 0; i < table.points().size(); ++i) csv += table.row(i) + "\n";
  return csv;
}

TEST(PageDrawings, ASweepShowsItsChartsWithoutScripts) {
  const std::vector<Drawing> drawings = sweep_drawings(small_csv(), "sweep.csv");
  EXPECT_THAT(kinds_of(drawings), testing::ElementsAre("pareto", "pareto", "heat", "scatter"));
  const std::string page =
      without_scripts(html_report(ReportPage::sweep, "sweep", "{}", {"", drawings}));
  expect_drawn(page, drawings);
  EXPECT_THAT(page, HasSubstr(drawings[0].details.at(0)));  // the knee of the first network
  for (const Drawing& drawing : drawings) {
    EXPECT_THAT(drawing.marks, testing::Not(HasSubstr("hidden"))) << drawing.name;
  }
}

}  // namespace
}  // namespace spillway
