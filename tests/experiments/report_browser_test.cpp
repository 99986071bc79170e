// SPDX-License-Identifier: Apache-2.0
#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "base/files.h"
#include "experiments/report_json.h"
#include "report/html_report.h"
#include "traces/network_loader.h"

namespace spillway {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

// Uses the page as a reader would and leaves what it saw in the document.
constexpr const char* visitor = R"(<script>
const seen = {};
const later = (step) => setTimeout(step, 200);
const input = (node, value) => { node.value = value; node.dispatchEvent(new Event("input")); };
const press = (node, key) => node.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
later(() => {
  const operators = document.querySelector("table");
  const cells = (column) => [...operators.tBodies[0].rows].map((row) => Number(row.cells[column].textContent.replaceAll(",", "")));
  seen.operators = cells(0).length;
  operators.querySelectorAll("thead button")[3].click();
  seen.descending = cells(3).every((value, i, all) => i === 0 || all[i - 1] >= value);
  operators.querySelectorAll("thead button")[3].click();
  seen.ascending = cells(3).every((value, i, all) => i === 0 || all[i - 1] <= value);
  input(document.querySelector("input"), "no such operator");
  seen.filtered = cells(0).length;
  input(document.querySelector("input"), "");
  const timeline = document.querySelector(".chart[role=application]");
  const range = () => timeline.parentNode.querySelector("[role=status]").textContent;
  seen.range = range();
  press(timeline, "+");
  seen.zoomed = range();
  press(timeline, "0");
  seen.restored = range();
  const map = document.querySelector("figure svg[role=application]");
  const tip = document.getElementById("tip");
  map.querySelector("rect").dispatchEvent(new PointerEvent("pointermove", { clientX: 10, clientY: 10 }));
  seen.hovered = tip.textContent;
  press(map, "ArrowRight");
  seen.selected = tip.textContent;
  seen.overflow = document.documentElement.scrollWidth - innerWidth;
  seen.scripts = document.querySelectorAll("script").length;
  document.body.dataset.seen = encodeURIComponent(JSON.stringify(seen));
});
</script>)";

constexpr const char* hostile = "</script><script>document.title='taken'</script> \"it's\"\n&amp;";

std::string without_percent_codes(const std::string& text) {
  std::string bytes;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '%') {
      bytes += static_cast<char>(std::stoi(text.substr(i + 1, 2), nullptr, 16));
      i += 2;
    } else {
      bytes += text[i];
    }
  }
  return bytes;
}

class SlowReportInBrowser : public testing::Test {
 protected:
  void SetUp() override {
    if (std::system("command -v chromium > /dev/null 2>&1") != 0) GTEST_SKIP() << "no chromium";
    folder_ = fs::path(testing::TempDir()) / ("spillway_report" + std::to_string(::getpid()));
    fs::create_directories(folder_);
  }

  // The page after the visit; its console messages are in messages_.
  std::string visit(const std::string& page, int width) {
    std::string with_visitor = page;
    with_visitor.insert(page.rfind("</body>"), visitor);
    const auto path = [&](const char* name) { return (folder_ / name).string(); };
    write_file(path("page.html"), with_visitor);
    const std::string command =
        "chromium --headless --no-sandbox --disable-gpu --disable-background-networking "
        "--disable-dev-shm-usage --enable-logging=stderr --virtual-time-budget=4000 --dump-dom "
        "--user-data-dir=" +
        path("profile") + " --window-size=" + std::to_string(width) + ",900 file://" +
        path("page.html") + " > " + path("dom.html") + " 2> " + path("log");
    // On a busy machine virtual time may run out before the first picture; then the visit was none.
    std::string dom;
    for (int attempt = 0; attempt < 8 && dom.find("data-seen=") == std::string::npos; ++attempt) {
      EXPECT_EQ(std::system(command.c_str()), 0) << read_text(path("log"));
      dom = read_text(path("dom.html"));
    }
    messages_ = read_text(path("log"));
    return dom;
  }

  static Json seen_in(const std::string& dom) {
    const std::string open = "data-seen=\"";
    const std::size_t begin = dom.find(open);
    if (begin == std::string::npos) return {};
    const std::size_t from = begin + open.size();
    return Json::parse(without_percent_codes(dom.substr(from, dom.find('"', from) - from)));
  }

  fs::path folder_;
  std::string messages_;
};

std::string page_of(const Network& network) {
  DesignPoint point;
  point.target = "ethos-u65-256";
  point.simulation.keep_slices = true;
  return html_report("run", report_json(network, point, run_point(network, point)));
}

TEST_F(SlowReportInBrowser, SortsFiltersZoomsAndHoversWithoutConsoleMessages) {
  const Network network = load_network("mobilenet_v1_0.25_96");
  const Json seen = seen_in(visit(page_of(network), 1280));
  ASSERT_FALSE(seen.is_null()) << messages_;
  EXPECT_THAT(messages_, testing::Not(testing::HasSubstr("CONSOLE")));
  EXPECT_GT(seen["operators"].get<std::size_t>(), 0U);
  EXPECT_TRUE(seen["descending"].get<bool>());
  EXPECT_TRUE(seen["ascending"].get<bool>());
  EXPECT_EQ(seen["filtered"], 0);
  EXPECT_NE(seen["zoomed"], seen["range"]);
  EXPECT_EQ(seen["restored"], seen["range"]);
  EXPECT_THAT(seen["hovered"].get<std::string>(), testing::HasSubstr("read by"));
  EXPECT_THAT(seen["selected"].get<std::string>(), testing::HasSubstr("read by"));
}

TEST_F(SlowReportInBrowser, HostileNamesAreShownAsTextAndTheNarrowestLayoutHolds) {
  Network network = load_network("mobilenet_v1_0.25_96");
  network.name = hostile;
  for (Operator& op : network.operators) op.name = hostile + std::string(10'000, 'x');
  for (Tensor& tensor : network.tensors) tensor.name = hostile + std::string(10'000, 'y');
  const std::string dom = visit(page_of(network), 500);
  const Json seen = seen_in(dom);
  ASSERT_FALSE(seen.is_null()) << messages_;
  EXPECT_THAT(messages_, testing::Not(testing::HasSubstr("CONSOLE")));
  EXPECT_THAT(dom, testing::HasSubstr("<title>run</title>"));
  EXPECT_EQ(seen["scripts"], 7);  // data, five of the page, the visitor
  EXPECT_THAT(seen["hovered"].get<std::string>(), testing::HasSubstr("</script><script>document"));
  EXPECT_LE(seen["overflow"].get<int>(), 0);
}

}  // namespace
}  // namespace spillway
