// SPDX-License-Identifier: Apache-2.0
#include <sstream>
#include <tuple>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "experiments/pages/compare_json.h"
#include "experiments/pages/page_drawings.h"
#include "experiments/pages/sweep_json.h"
#include "experiments/tradeoffs/trade_report.h"
#include "report/pages/html_report.h"
#include "tests/experiments/pages/browser.h"
#include "traces/files/network_loader.h"

namespace spillway {
namespace {

using Json = nlohmann::json;
using testing::HasSubstr;
using testing::Not;

class SlowComparisonPagesInBrowser : public test::InBrowser {
 protected:
  Json visit_cleanly(const std::string& page, const std::string& visitor, int width) {
    Json seen = visit(page, visitor, width);
    EXPECT_FALSE(seen.is_null()) << messages();
    EXPECT_THAT(messages(), Not(HasSubstr("CONSOLE")));
    EXPECT_EQ(seen["violations"], 0);
    EXPECT_EQ(seen["requests"], 0);
    EXPECT_LE(seen["overflow"].get<int>(), 0);
    return seen;
  }
};

constexpr const char* compare_visitor = R"js(
  const [planners, differences, operators] = document.querySelectorAll("table");
  seen.planners = planners.tBodies[0].rows.length;
  seen.differences = differences.tBodies[0].rows.length;
  seen.outlined = document.querySelectorAll("figure .plot path.changed").length;
  const thin = [...document.querySelectorAll("figure .plot path.changed.thin")];
  seen.thin = thin.length;
  seen.covered = thin.filter((path) => getComputedStyle(path).stroke !== "none").length;
  const trade = document.querySelector("figure[data-picture=pareto]");
  const labels = (look) => [...trade.querySelectorAll("svg text." + look)].filter((text) => getComputedStyle(text).display !== "none").length;
  seen.labels = [labels("wide"), labels("narrow")];
  const file = svgOf(trade.querySelector("svg.drawing:not(.key)"));
  seen.file = [file.includes('paint-order="stroke"'), file.split('display="none"').length - 1];
  headings(operators)[5].click();
  seen.sorted = sorted(cells(operators, 5), -1);
  const [first, second] = document.querySelectorAll("select");
  const map = document.querySelector("figure[data-picture^=memory-map] svg[role=application]");
  press(map, "ArrowRight");
  for (let i = 0; i < 200 && !tipText().includes("in the other plan"); i += 1) press(map, "ArrowRight");
  seen.changed = tipText();
  pick(second, first.value);
  seen.same = document.querySelectorAll("table")[1].tBodies[0].rows.length;
  seen.pale = document.querySelectorAll(".names text.pale").length;
  seen.status = document.querySelector("section section p[role=status]").textContent;
)js";

std::string comparison_page_of(const Network& network) {
  DesignPoint point;
  point.target = "ethos-u65-256";
  point.target_options.memory_mode = "Dedicated_Sram";
  point.target_options.capacities = {{"sram", 64 << 10}};
  const auto comparison =
      compare_planners(network, point, {"cadence-greedy", "vela-spill", "tflm"});
  return html_report(ReportPage::compare, "compare",
                     compare_json(network, point, comparison, "spillway compare"),
                     static_comparison(comparison));
}

std::string compare_page() { return comparison_page_of(load_network("mobilenet_v1_0.25_96")); }

TEST_F(SlowComparisonPagesInBrowser, ComparedPlansShowWhatTheyPlaceDifferently) {
  const Json seen = visit_cleanly(compare_page(), compare_visitor, 1280);
  EXPECT_EQ(seen["planners"], 3);
  EXPECT_GT(seen["differences"].get<int>(), 0);
  EXPECT_GT(seen["outlined"].get<int>(), 1);
  EXPECT_GT(seen["thin"].get<int>(), 0);
  EXPECT_EQ(seen["covered"], 0) << "outlines of thin blocks would cover their colour";
  EXPECT_EQ(seen["labels"], Json({2, 0})) << "two of three planners have the same figures";
  EXPECT_EQ(seen["file"], Json({true, 0})) << "a saved picture looks as it does in the page";
  EXPECT_TRUE(seen["sorted"].get<bool>());
  EXPECT_THAT(seen["changed"].get<std::string>(), HasSubstr("in the other plan"));
  EXPECT_EQ(seen["same"], 0);
  EXPECT_EQ(seen["pale"], 0) << "pale texts lie on pale blocks only";
  EXPECT_THAT(seen["status"].get<std::string>(), HasSubstr("Both plans are the same"));
}

constexpr const char* sweep_visitor = R"(
  const table = document.querySelector("table");
  seen.rows = table.tBodies[0].rows.length;
  input(document.querySelector("input"), "vela-spill");
  seen.filtered = table.tBodies[0].rows.length;
  headings(table)[0].click();
  seen.sorted = sorted(cells(table, 0), -1);
  table.querySelector("tbody button").click();
  seen.command = document.querySelector(".point code").textContent;
  const [trade, heat] = document.querySelectorAll("svg[role=application]");
  press(trade, "ArrowRight");
  seen.point = tipText();
  press(trade, "Enter");
  seen.entered = document.querySelector(".point code").textContent;
  const box = heat.getBoundingClientRect();
  hover(heat, box.left + box.width / 2, box.top + 36);
  seen.cell = tipText();
  document.querySelector("button[aria-pressed]").click();
  seen.hidden = document.querySelectorAll("button[aria-pressed=false]").length;
  seen.lines = document.querySelectorAll(".plot g.series.hidden").length;
)";

SweepSpec small_sweep() {
  SweepSpec spec;
  spec.networks.push_back(load_network("resnet8"));
  spec.targets = {"ethos-u65-256"};
  spec.memory_modes = {"Dedicated_Sram"};
  spec.memories = {parse_memory_range("sram=16K+24K+32K+64K")};
  spec.planners = {"cadence-greedy", "vela-spill"};
  return spec;
}

std::string csv_of(SweepTable& table) {
  std::string csv = table.header();
  for (std::size_t i = 0; i < table.points().size(); ++i) csv += table.row(i) + "\n";
  return csv;
}

std::string page_of_sweep(SweepTable& table, const std::string& csv) {
  return html_report(ReportPage::sweep, "sweep",
                     sweep_json(csv, "sweep.csv", origin_of(table, "spillway sweep")),
                     {"", sweep_drawings(csv, "sweep.csv")});
}

// Simulates the design point of a command line `spillway run ...`. Returns the latency. The words
// of the command line must not be quoted.
double latency_of_run(const std::string& command) {
  DesignPoint point;
  std::istringstream words(command);
  std::string word, network;
  words >> word >> word >> network;
  while (words >> word) {
    std::string value;
    words >> value;
    const std::size_t equals = value.find('=');
    if (word == "--target") point.target = value;
    if (word == "--system-config") point.target_options.system_config = value;
    if (word == "--memory-mode") point.target_options.memory_mode = value;
    if (word == "--planner") point.planner = value;
    if (word == "--memory") {
      point.target_options.capacities.emplace_back(value.substr(0, equals),
                                                   std::stoll(value.substr(equals + 1)));
    }
  }
  const Timing timing = run_point(load_network(network), point).timing;
  return static_cast<double>(timing.clock.to_time(timing.total)) / 1e6;
}

TEST_F(SlowComparisonPagesInBrowser, APointOfASweepLeadsToTheCommandLineThatRepeatsIt) {
  const SweepSpec spec = small_sweep();
  SweepTable table(spec);
  const std::string csv = csv_of(table);
  const Json seen = visit_cleanly(page_of_sweep(table, csv), sweep_visitor, 1280);
  EXPECT_EQ(seen["rows"], 8);
  EXPECT_EQ(seen["filtered"], 4);
  EXPECT_TRUE(seen["sorted"].get<bool>());
  EXPECT_THAT(seen["point"].get<std::string>(), HasSubstr("spilled"));
  EXPECT_THAT(seen["cell"].get<std::string>(), HasSubstr("least latency: "));
  EXPECT_EQ(seen["hidden"], 1);
  EXPECT_EQ(seen["lines"], 1);
  const Json data = Json::parse(sweep_json(csv, "sweep.csv", origin_of(table, "spillway sweep")));
  const Json& latencies = data["columns"][16];
  ASSERT_EQ(latencies["name"], "latency_us");
  EXPECT_NEAR(latency_of_run(seen["command"]), latencies["cells"][7].get<double>(), 1e-6);
}

// A phone has a width of 360 pixels, but a window of the browser has at least 500 pixels. So the
// script makes the page narrower than the window.
constexpr const char* narrow_visitor = R"js(
  const main = document.querySelector("main");
  document.body.style.width = "360px";
  seen.wider = main.scrollWidth - main.clientWidth;
  seen.narrow = [...document.querySelectorAll("text.narrow")].filter((text) => getComputedStyle(text).display !== "none").length;
)js";

TEST_F(SlowComparisonPagesInBrowser, TheNarrowestLayoutHolds) {
  const Json compared = visit_cleanly(compare_page(), narrow_visitor, 500);
  EXPECT_LE(compared["wider"].get<int>(), 0);
  EXPECT_GE(compared["narrow"].get<int>(), 2) << "labels of points";
  const SweepSpec spec = small_sweep();
  SweepTable table(spec);
  const std::string csv = csv_of(table);
  const Json seen = visit_cleanly(page_of_sweep(table, csv), narrow_visitor, 500);
  EXPECT_LE(seen["wider"].get<int>(), 0);
}

constexpr const char* hostile_visitor = R"(
  seen.scripts = document.querySelectorAll("script").length;
  seen.title = document.title;
  seen.cells = document.querySelector("main").textContent.includes("<script>document.title");
  const main = document.querySelector("main");
  document.body.style.width = "360px";
  seen.wider = main.scrollWidth - main.clientWidth;
)";

Network hostile_network() {
  const std::string name =
      "</script><script>document.title='taken'</script>'\"\n" + std::string(10'000, 'x');
  Network network = load_network("resnet8");
  network.name = name;
  for (Operator& op : network.operators) op.name = name;
  for (Tensor& tensor : network.tensors) tensor.name = name;
  return network;
}

TEST_F(SlowComparisonPagesInBrowser, HostileNamesAreTextAndKeepTheLayout) {
  SweepSpec spec = small_sweep();
  spec.networks = {hostile_network()};
  SweepTable table(spec);
  const std::string sweep = page_of_sweep(table, csv_of(table));
  for (const auto& [page, title, scripts] :
       {std::tuple(comparison_page_of(hostile_network()), "compare", 10),
        std::tuple(sweep, "sweep", 10)}) {
    const Json seen = visit_cleanly(page, hostile_visitor, 500);
    EXPECT_EQ(seen["title"], title);
    EXPECT_EQ(seen["scripts"], scripts);  // script elements of data, page and visitor
    EXPECT_TRUE(seen["cells"].get<bool>());
    EXPECT_LE(seen["wider"].get<int>(), 0);
  }
}

// Returns the CSV of a sweep with ten thousand points of one network. The points differ only in the
// size of the SRAM.
std::string long_csv(SweepTable& table) {
  const std::string row = table.row(0);
  std::string csv = table.header();
  for (int i = 0; i < 10'000; ++i) {
    const std::string sram = std::to_string(16384 + 16 * i);
    std::string point = row;
    for (std::size_t at = point.find("16384"); at != std::string::npos;
         at = point.find("16384", at + sram.size())) {
      point.replace(at, 5, sram);
    }
    csv += point + "\n";
  }
  return csv;
}

constexpr const char* long_visitor = R"(
  seen.rows = document.querySelector("table").tBodies[0].rows.length;
  seen.elements = document.querySelectorAll("*").length;
  const more = [...document.querySelectorAll("button")].find((button) => button.textContent.startsWith("Show all"));
  seen.more = more.textContent;
  more.click();
  const scroll = document.querySelector(".scroll");
  seen.all = document.querySelector("table").tBodies[0].rows.length;
  scroll.scrollTop = scroll.scrollHeight;
  scroll.dispatchEvent(new Event("scroll"));
  seen.last = [...scroll.querySelectorAll("tbody tr[data-index]")].pop().cells[0].textContent;
)";

TEST_F(SlowComparisonPagesInBrowser, ThousandsOfPointsMakeFewElements) {
  const SweepSpec spec = small_sweep();
  SweepTable table(spec);
  const std::string page = page_of_sweep(table, long_csv(table));
  EXPECT_LT(page.size(), 10'000U * 280);  // 280 bytes for each point, which has about 30 columns
  const Json seen = visit_cleanly(page, long_visitor, 1280);
  EXPECT_EQ(seen["rows"], 200);
  EXPECT_EQ(seen["more"], "Show all 10,000");
  EXPECT_LT(seen["elements"].get<int>(), 6000);
  EXPECT_LT(seen["all"].get<int>(), 200);  // the page draws only the rows that are visible
  EXPECT_EQ(seen["last"], "9,999");
}

// The label of a grid line must give the exact value of the line, so labels must have enough
// decimal places.
constexpr const char* axis_visitor = R"(
  seen.thin = axisTexts([0, 0.125, 0.25], [""], 1000);
  seen.far = axisTexts([1000000, 1000500, 1001000], timeUnits, 1000);
  seen.sizes = [12544, 12800, 65536, 1000].map(sizeText);
  seen.axis = axisTexts([0, 512, 1024], sizeUnits, 1024);
)";

TEST_F(SlowComparisonPagesInBrowser, AxisLabelsSayTheValuesOfTheirGridLines) {
  const SweepSpec spec = small_sweep();
  SweepTable table(spec);
  const Json seen = visit_cleanly(page_of_sweep(table, csv_of(table)), axis_visitor, 1280);
  EXPECT_EQ(seen["thin"], Json({"0.000", "0.125", "0.250"}));
  EXPECT_EQ(seen["far"], Json({"1.0000 ms", "1.0005 ms", "1.0010 ms"}));
  EXPECT_EQ(seen["sizes"], Json({"12.25 KiB", "12.5 KiB", "64 KiB", "1,000 B"}));
  EXPECT_EQ(seen["axis"], Json({"0.0 KiB", "0.5 KiB", "1.0 KiB"}));
}

// The page's script must draw the quantities that the Spillway program has drawn at first as the
// program does.
constexpr const char* choice_visitor = R"js(
  const [trade, heat, scatter] = document.querySelectorAll("svg[role=application]");
  const choiceOf = (text) => [...document.querySelectorAll("label")].find((label) => label.textContent.startsWith(text + " ")).querySelector("select");
  const visible = (picture, look) => [...picture.querySelectorAll(look)].filter((group) => getComputedStyle(group).display !== "none");
  const texts = (picture, look) => visible(picture, look).flatMap((group) => [...group.querySelectorAll("text")].map((text) => text.textContent));
  const cells = () => [...heat.querySelectorAll(".cells path, .values text")].map((node) => node.getAttribute("d") ?? node.textContent).join();
  const dots = () => [...scatter.querySelectorAll(".dots")].map((path) => path.getAttribute("d") + path.dataset.points).join();
  const first = { cells: cells(), dots: dots(), shade: texts(heat, ".shade")[0], up: texts(scatter, ".up").pop() };
  seen.first = [first.shade, first.up];
  pick(choiceOf("Shade"), "1");
  seen.shade = texts(heat, ".shade")[0];
  seen.recoloured = cells() !== first.cells;
  pick(choiceOf("Shade"), "0");
  seen.cells = cells() === first.cells;
  pick(choiceOf("Across"), "1");
  pick(choiceOf("Label"), "1");
  seen.axes = [visible(scatter, ".across").length, visible(scatter, ".up").length];
  seen.moved = dots() !== first.dots;
  seen.labels = scatter.querySelectorAll(".halo").length;
  press(scatter, "Home");
  const ring = scatter.querySelector("circle").getBoundingClientRect();
  const tip = tipText();
  hover(scatter, ring.left + ring.width / 2, ring.top + ring.height / 2);
  seen.tip = tip !== "" && tip === tipText();
  pick(choiceOf("Across"), "0");
  seen.dots = dots() === first.dots;
)js";

TEST_F(SlowComparisonPagesInBrowser, AReaderChoosesTheQuantitiesOfASweepsPictures) {
  const SweepSpec spec = small_sweep();
  SweepTable table(spec);
  const Json seen = visit_cleanly(page_of_sweep(table, csv_of(table)), choice_visitor, 1280);
  EXPECT_EQ(seen["first"], Json({"least latency", "latency us, not from 0"}));
  EXPECT_EQ(seen["shade"], "least spilled bytes");
  EXPECT_TRUE(seen["recoloured"].get<bool>());
  EXPECT_TRUE(seen["cells"].get<bool>());
  EXPECT_EQ(seen["axes"], Json({1, 1}));
  EXPECT_TRUE(seen["moved"].get<bool>());
  EXPECT_GT(seen["labels"].get<int>(), 0);
  EXPECT_TRUE(seen["tip"].get<bool>()) << "the dot lies where the keys show it";
  EXPECT_TRUE(seen["dots"].get<bool>());
}

constexpr const char* pareto_visitor = R"js(
  seen.title = document.querySelector("h1").textContent;
  seen.cards = [...document.querySelector(".cards").children].map((card) => card.querySelector(".label").textContent);
  const section = document.querySelector("section");
  seen.command = section.querySelector("code").textContent;
  const buttons = section.querySelectorAll("tbody button");
  seen.rows = buttons.length;
  buttons[0].click();
  seen.chosen = section.querySelector("code").textContent;
)js";

TEST_F(SlowComparisonPagesInBrowser, ThePageOfParetoBeginsWithItsAnswer) {
  const SweepSpec spec = small_sweep();
  SweepTable table(spec);
  const std::string csv = csv_of(table);
  const SweepOrigin origin = origin_of(table, "spillway pareto");
  TradeOffQuestion question;
  question.deadline_us = 33'000;
  const auto trades = trade_offs(csv, "sweep.csv", origin, question);
  const std::string page =
      html_report(ReportPage::sweep, "pareto",
                  sweep_json(csv, "sweep.csv", origin, trade_json(trades, question)));
  for (const int width : {500, 1280}) {
    const Json seen = visit_cleanly(page, pareto_visitor, width);
    const std::size_t unbeaten = trades[0].unbeaten.size();
    EXPECT_EQ(seen["title"], std::to_string(unbeaten) + " of 8 points are unbeaten");
    EXPECT_EQ(seen["cards"], Json({"Fastest overall", "Least sram within 33 ms"}));
    EXPECT_EQ(seen["rows"], unbeaten);
    EXPECT_EQ(seen["command"], trades[0].cheapest->command);
    EXPECT_EQ(seen["chosen"], trades[0].fastest->command);
  }
}

}  // namespace
}  // namespace spillway
