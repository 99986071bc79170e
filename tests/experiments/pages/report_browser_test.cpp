// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/experiments/pages/browser.h"
#include "tests/experiments/pages/run_page.h"
#include "traces/files/network_loader.h"

namespace spillway {
namespace {

using Json = nlohmann::json;
using testing::HasSubstr;
using testing::Not;

constexpr const char* report_visitor = R"js(
  const operators = document.querySelector("table");
  seen.operators = cells(operators, 0).length;
  seen.descending = sorted(cells(operators, 3), -1);
  headings(operators)[3].click();
  seen.ascending = sorted(cells(operators, 3), 1);
  input(document.querySelector("input"), "no such operator");
  seen.filtered = cells(operators, 0).length;
  input(document.querySelector("input"), "");
  const timeline = document.querySelector("figure[data-picture=timeline] svg[role=application]");
  const range = () => timeline.parentNode.parentNode.querySelector("[role=status]").textContent;
  seen.range = range();
  press(timeline, "+");
  seen.zoomed = range();
  press(timeline, "0");
  seen.restored = range();
  press(timeline, "ArrowRight", { shiftKey: true });
  seen.cursor = tipText();
  const map = document.querySelector("figure[data-picture^=memory-map] svg[role=application]");
  press(map, "ArrowRight");
  seen.selected = tipText();
  const block = map.querySelector(".selected").getBoundingClientRect();
  hover(map, block.left + block.width / 2, block.top + block.height / 2);
  seen.hovered = tipText();
  const live = document.querySelector("figure[data-picture^=live-bytes] svg[role=application]");
  press(live, "ArrowRight");
  press(live, "ArrowRight");
  seen.live = tipText();
  seen.command = [...document.querySelectorAll("code.command")].pop().textContent;
  const saved = [];
  HTMLAnchorElement.prototype.click = function () { saved.push(this.download); };
  const blobs = [];
  URL.createObjectURL = (blob) => { blobs.push(blob); return "blob:none"; };
  for (const button of document.querySelectorAll("button.save")) button.click();
  seen.saved = saved;
  seen.types = blobs.map((blob) => blob.type);
  headings(operators)[3].click();
  operators.querySelector("tbody button").click();
  const panel = document.querySelector(".explained");
  seen.explained = panel.textContent;
  seen.alternatives = panel.querySelectorAll("table tbody tr").length;
  const csv = csvOf([{ title: "Name", value: (row) => row.a }, { title: "B, x", value: (row) => row.b }], [{ a: "=1+1", b: 2 }, { a: 'say "so", twice', b: Infinity }]);
  seen.csv = csv;
  const picture = svgOf(map);
  const parsed = new DOMParser().parseFromString(picture, "image/svg+xml").documentElement;
  seen.picture = [parsed.nodeName, parsed.getAttribute("width"), parsed.querySelectorAll("[class]").length, parsed.querySelectorAll("[fill]").length];
  seen.named = document.querySelectorAll("figure text.inside").length;
  seen.capacity = [...document.querySelectorAll("figure text")].filter((text) => text.textContent.startsWith("capacity")).length;
  seen.scripts = document.querySelectorAll("script").length;
)js";

constexpr const char* hostile = "</script><script>document.title='taken'</script> \"it's\"\n&amp;";

class SlowReportInBrowser : public test::InBrowser {};

std::string report_page_of(const Network& network) {
  return test::run_page(network, test::point_of_page("ethos-u65-256"));
}

TEST_F(SlowReportInBrowser, SortsFiltersZoomsAndHoversWithoutConsoleMessages) {
  const Network network = load_network("mobilenet_v1_0.25_96");
  const Json seen = visit(report_page_of(network), report_visitor, 1280);
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

TEST_F(SlowReportInBrowser, OneClickExplainsAnOperatorAndEverythingCanBeSaved) {
  const Json seen =
      visit(report_page_of(load_network("mobilenet_v1_0.25_96")), report_visitor, 1280);
  ASSERT_FALSE(seen.is_null()) << messages();
  EXPECT_THAT(messages(), Not(HasSubstr("CONSOLE")));
  EXPECT_THAT(seen["explained"].get<std::string>(), HasSubstr("of the run"));
  EXPECT_THAT(seen["explained"].get<std::string>(), HasSubstr("Simulated again"));
  EXPECT_GT(seen["alternatives"].get<int>(), 0);
  // The visitor has saved two tables as CSV and as JSON, and the timeline and the memory maps as
  // SVG.
  EXPECT_THAT(seen["saved"],
              testing::IsSupersetOf({"run-operators.csv", "run-operators.json", "run-the-plan.csv",
                                     "run-map-of-sram.svg", "run-engines-and-bandwidth.svg"}));
  EXPECT_EQ(seen["types"].size(), seen["saved"].size());
  EXPECT_EQ(seen["csv"], "Name,\"B, x\"\r\n'=1+1,2\r\n\"say \"\"so\"\", twice\",\r\n");
  EXPECT_EQ(seen["picture"][0], "svg");
  EXPECT_EQ(seen["picture"][2], 0);
  EXPECT_GT(seen["picture"][3].get<int>(), 3);
  EXPECT_GT(seen["named"].get<int>(), 3);
  EXPECT_GT(seen["capacity"].get<int>(), 0);
}

// A phone has a width of 390 pixels, but a window of the browser has at least 500 pixels. So the
// script makes the page narrower than the window.
constexpr const char* phone = R"js(
  document.body.style.width = "390px";
  const table = document.querySelector("table");
  const cell = table.tBodies[0].rows[0].cells[3];
  seen.right = cell.getBoundingClientRect().right;
  seen.text = cell.textContent;
  const names = [...document.querySelectorAll(".names text")].filter((text) => getComputedStyle(text).display !== "none");
  seen.cut = names.filter((text) => text.getBBox().width > text.parentNode.width.baseVal.value).length;
  seen.number = document.querySelector(".chain text").getBoundingClientRect().height;
  seen.headline = document.querySelector(".cards").textContent;
)js";

TEST_F(SlowReportInBrowser, OnAPhoneTheCyclesAreOnTheScreen) {
  const Json seen = visit(report_page_of(load_network("mobilenet_v1_0.25_96")), phone, 500);
  ASSERT_FALSE(seen.is_null()) << messages();
  EXPECT_LE(seen["right"].get<double>(), 390);
  EXPECT_GT(seen["text"].get<std::string>().size(), 3U);
  EXPECT_EQ(seen["cut"], 0) << "names that a map has no room for";
  EXPECT_GE(seen["number"].get<double>(), 9) << "pixels of the numbers in the chain";
  EXPECT_THAT(seen["headline"].get<std::string>(), Not(HasSubstr("energy")))
      << "no energy of this run is known";
}

TEST_F(SlowReportInBrowser, KeysShowBandwidthAndLiveBytesAtATime) {
  const Json seen =
      visit(report_page_of(load_network("mobilenet_v1_0.25_96")), report_visitor, 1280);
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
  const Json seen = visit(report_page_of(network), report_visitor, 500);
  ASSERT_FALSE(seen.is_null()) << messages();
  EXPECT_THAT(messages(), Not(HasSubstr("CONSOLE")));
  EXPECT_THAT(document(), HasSubstr("<title>run</title>"));
  // The page has 13 script elements: one with its data, eleven with its code, and the visitor.
  EXPECT_EQ(seen["scripts"], 13);
  EXPECT_THAT(seen["hovered"].get<std::string>(), HasSubstr("</script><script>document"));
  EXPECT_LE(seen["overflow"].get<int>(), 0);
}

}  // namespace
}  // namespace spillway
