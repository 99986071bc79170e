// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "experiments/pages/compare_json.h"
#include "experiments/pages/page_drawings.h"
#include "report/pages/html_report.h"
#include "tests/experiments/pages/run_page.h"
#include "traces/layers/layer_table.h"

namespace spillway {
namespace {

constexpr std::size_t largest_report = 2'000'000;  // limit in bytes for a run of 300 operators

Network network_of(int operators) {
  std::string table =
      "layer,type,inputs,channels,kernel,stride,padding,activation\n"
      "image,input,,16x16x8,,,,\n";
  for (int i = 0; i < operators; ++i) {
    table += i % 8 == 7 ? fmt::format("layer{},add,layer{} layer{},,,,,relu\n", i, i - 1, i - 3)
                        : fmt::format("layer{},conv_2d,,8,3x3,1,same,relu\n", i);
  }
  return parse_layer_table(table, "table");
}

TEST(ReportSize, APageOfThreeHundredOperatorsIsUnderTwoMegabytes) {
  const std::string page = test::run_page(network_of(300), test::point_with_sram(16 << 10));
  EXPECT_LT(page.size(), largest_report);
}

TEST(ReportSize, AComparisonOfTenPlannersIsUnderTwoMegabytes) {
  const Network network = network_of(300);
  const DesignPoint point = test::point_with_sram(16 << 10);
  const PlannerComparison comparison =
      compare_planners(network, point,
                       {"cadence-greedy", "cadence-position", "vela-spill", "vela-greedy", "tflm",
                        "tflm-greedy", "single", "xformer", "size-threshold", "banked-greedy"});
  const std::string data = compare_json(network, point, comparison, "spillway compare");
  EXPECT_LT(html_report(ReportPage::compare, "compare", data, static_comparison(comparison)).size(),
            largest_report);
}

}  // namespace
}  // namespace spillway
