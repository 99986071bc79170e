// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "experiments/pages/report_json.h"
#include "report/html_report.h"
#include "tests/experiments/pages/browser.h"
#include "traces/network_loader.h"

namespace spillway {
namespace {

using Json = nlohmann::json;
using testing::HasSubstr;
using testing::Not;

constexpr const char* visitor = R"(
  const operators = document.querySelector("table");
  seen.operators = cells(operators, 0).length;
  headings(operators)[3].click();
  seen.descending = sorted(cells(operators, 3), -1);
  headings(operators)[3].click();
  seen.ascending = sorted(cells(operators, 3), 1);
  input(document.querySelector("input"), "no such operator");
  seen.filtered = cells(operators, 0).length;
  input(document.querySelector("input"), "");
  const timeline = document.querySelector(".chart[role=application]");
  const range = () => timeline.parentNode.querySelector("[role=status]").textContent;
  seen.range = range();
  press(timeline, "+");
  seen.zoomed = range();
  press(timeline, "0");
  seen.restored = range();
  press(timeline, "ArrowRight", { shiftKey: true });
  seen.cursor = tipText();
  const map = document.querySelector("figure svg[role=application]");
  press(map, "ArrowRight");
  seen.selected = tipText();
  const block = map.querySelector(".selected").getBoundingClientRect();
  hover(map, block.left + block.width / 2, block.top + block.height / 2);
  seen.hovered = tipText();
  const live = document.querySelectorAll("figure svg[role=application]")[1];
  press(live, "ArrowRight");
  press(live, "ArrowRight");
  seen.live = tipText();
  seen.command = document.querySelector("code.command").textContent;
  seen.scripts = document.querySelectorAll("script").length;
)";

constexpr const char* hostile = "</script><script>document.title='taken'</script> \"it's\"\n&amp;";

class SlowReportInBrowser : public test::InBrowser {};

std::string page_of(const Network& network) {
  DesignPoint point;
  point.target = "ethos-u65-256";
  point.simulation.keep_slices = true;
  return html_report(
      ReportPage::run, "run",
      report_json(network, point, run_point(network, point), "spillway run network"));
}

TEST_F(SlowReportInBrowser, SortsFiltersZoomsAndHoversWithoutConsoleMessages) {
  const Network network = load_network("mobilenet_v1_0.25_96");
  const Json seen = visit(page_of(network), visitor, 1280);
  ASSERT_FALSE(seen.is_null()) << messages();
  EXPECT_THAT(messages(), Not(HasSubstr("CONSOLE")));
  EXPECT_EQ(seen["violations"], 0);
  EXPECT_EQ(seen["requests"], 0);
  EXPECT_GT(seen["operators"].get<std::size_t>(), 0U);
  EXPECT_TRUE(seen["descending"].get<bool>());
  EXPECT_TRUE(seen["ascending"].get<bool>());
  EXPECT_EQ(seen["filtered"], 0);
  EXPECT_NE(seen["zoomed"], seen["range"]);
  EXPECT_EQ(seen["restored"], seen["range"]);
  EXPECT_THAT(seen["hovered"].get<std::string>(), HasSubstr("read by"));
  EXPECT_THAT(seen["selected"].get<std::string>(), HasSubstr("read by"));
  EXPECT_EQ(seen["command"], "spillway run network");
}

TEST_F(SlowReportInBrowser, KeysReadOffBandwidthAndLiveBytes) {
  const Json seen = visit(page_of(load_network("mobilenet_v1_0.25_96")), visitor, 1280);
  ASSERT_FALSE(seen.is_null()) << messages();
  EXPECT_THAT(seen["cursor"].get<std::string>(), HasSubstr("B/s"));
  EXPECT_THAT(seen["live"].get<std::string>(),
              testing::ContainsRegex("operator 0\n[0-9,]+ B live"));
  EXPECT_THAT(document(), HasSubstr("title=\"total_cycles: end - start = compute"));
}

TEST_F(SlowReportInBrowser, HostileNamesAreShownAsTextAndTheNarrowestLayoutHolds) {
  Network network = load_network("mobilenet_v1_0.25_96");
  network.name = hostile;
  for (Operator& op : network.operators) op.name = hostile + std::string(10'000, 'x');
  for (Tensor& tensor : network.tensors) tensor.name = hostile + std::string(10'000, 'y');
  const Json seen = visit(page_of(network), visitor, 500);
  ASSERT_FALSE(seen.is_null()) << messages();
  EXPECT_THAT(messages(), Not(HasSubstr("CONSOLE")));
  EXPECT_THAT(document(), HasSubstr("<title>run</title>"));
  EXPECT_EQ(seen["scripts"], 8);  // data, six of the page, the visitor
  EXPECT_THAT(seen["hovered"].get<std::string>(), HasSubstr("</script><script>document"));
  EXPECT_LE(seen["overflow"].get<int>(), 0);
}

}  // namespace
}  // namespace spillway
