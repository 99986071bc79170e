// SPDX-License-Identifier: Apache-2.0
#include "tests/experiments/pages/browser.h"

#include <cstdlib>

#include <unistd.h>

#include "base/files/files.h"

namespace spillway::test {
namespace {

// The script that runs before the visitor (the script of a test). It counts attempts to load
// something from the network, which the security policy of the page forbids. It defines functions
// for visitors.
constexpr const char* before_visit = R"(<script>
const seen = { violations: 0 };
addEventListener("securitypolicyviolation", () => { seen.violations += 1; });
const input = (node, value) => { node.value = value; node.dispatchEvent(new Event("input")); };
const pick = (node, value) => { node.value = value; node.dispatchEvent(new Event("change")); };
const press = (node, key, more) => node.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...more }));
const hover = (node, x, y) => node.dispatchEvent(new PointerEvent("pointermove", { clientX: x, clientY: y, bubbles: true }));
const tipText = () => document.getElementById("tip").textContent;
const cells = (table, column) => [...table.tBodies[0].rows].map((row) => Number(row.cells[column].textContent.replaceAll(",", "")));
const sorted = (values, sign) => values.every((value, i) => i === 0 || sign * values[i - 1] <= sign * value);
const headings = (table) => [...table.querySelectorAll("thead button")];
const visit = () => {
)";

constexpr const char* after_visit = R"(
  seen.overflow = document.documentElement.scrollWidth - innerWidth;
  seen.requests = performance.getEntriesByType("resource").length;
  document.body.dataset.seen = encodeURIComponent(JSON.stringify(seen));
};
setTimeout(visit, 200);
</script>)";

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

nlohmann::json seen_in(const std::string& document) {
  const std::string open = "data-seen=\"";
  const std::size_t begin = document.find(open);
  if (begin == std::string::npos) return {};
  const std::size_t from = begin + open.size();
  return nlohmann::json::parse(
      without_percent_codes(document.substr(from, document.find('"', from) - from)));
}

}  // namespace

void InBrowser::SetUp() {
  if (std::system("command -v chromium > /dev/null 2>&1") != 0) GTEST_SKIP() << "no chromium";
  folder_ =
      std::filesystem::path(testing::TempDir()) / ("spillway_page" + std::to_string(getpid()));
  std::filesystem::create_directories(folder_);
}

void InBrowser::TearDown() {
  std::error_code ignored;
  if (!folder_.empty()) std::filesystem::remove_all(folder_, ignored);
}

nlohmann::json InBrowser::visit(const std::string& page, const std::string& visitor, int width) {
  std::string with_visitor = page;
  with_visitor.insert(page.rfind("</body>"), before_visit + visitor + after_visit);
  const auto path = [&](const char* name) { return (folder_ / name).string(); };
  write_file(path("page.html"), with_visitor);
  const std::string command =
      "chromium --headless --no-sandbox --disable-gpu --disable-background-networking "
      "--disable-dev-shm-usage --enable-logging=stderr --virtual-time-budget=4000 --dump-dom "
      "--user-data-dir=" +
      path("profile") + " --window-size=" + std::to_string(width) + ",900 file://" +
      path("page.html") + " > " + path("dom.html") + " 2> " + path("log");
  // On a busy machine, the browser's virtual time may end before the visitor has run. The
  // visitor then stores nothing in `seen`, and the test opens the page again.
  nlohmann::json seen;
  for (int attempt = 0; attempt < 8 && seen.is_null(); ++attempt) {
    EXPECT_EQ(std::system(command.c_str()), 0) << read_text(path("log"));
    document_ = read_text(path("dom.html"));
    seen = seen_in(document_);
  }
  messages_ = read_text(path("log"));
  return seen;
}

}  // namespace spillway::test
