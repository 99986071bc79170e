// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <filesystem>
#include <map>
#include <regex>
#include <string>

#include <gtest/gtest.h>

#include "base/files.h"
#include "tests/checkout.h"

namespace spillway {
namespace {

namespace fs = std::filesystem;

// A folder may include those of a lower rank and itself.
const std::map<std::string, int>& ranks() {
  static const std::map<std::string, int> table = {
      {"base", 0}, {"traces", 1}, {"planner", 2},     {"hwmodels", 3},
      {"sim", 4},  {"report", 5}, {"experiments", 6}, {"cli", 7}};
  return table;
}

bool is_source(const fs::path& path) {
  return path.extension() == ".h" || path.extension() == ".cpp";
}

template <typename Check>
void for_each_source(const Check& check) {
  for (const auto& [folder, rank] : ranks()) {
    for (const auto& entry : fs::recursive_directory_iterator(test::checkout_path(folder))) {
      if (is_source(entry.path())) check(folder, entry.path(), read_text(entry.path()));
    }
  }
}

TEST(House, IncludesGoDownwardOnly) {
  const std::regex include("#include \"([a-z]+)/[^\"]+\"");
  for_each_source([&](const std::string& folder, const fs::path& path, const std::string& text) {
    for (auto it = std::sregex_iterator(text.begin(), text.end(), include);
         it != std::sregex_iterator(); ++it) {
      const auto other = ranks().find((*it)[1]);
      if (other == ranks().end()) continue;
      EXPECT_LE(other->second, ranks().at(folder)) << path << " includes " << (*it)[0];
    }
  });
}

TEST(House, OnlySimKnowsTheSimulationKernel) {
  const std::regex kernel("#include <(systemc|tlm)[^>]*>|sc_core|sc_time");
  for_each_source([&](const std::string& folder, const fs::path& path, const std::string& text) {
    if (folder != "sim") {
      EXPECT_FALSE(std::regex_search(text, kernel)) << path;
    }
  });
}

TEST(House, EverySourceNamesItsLicence) {
  for_each_source(
      [&](const std::string& /*folder*/, const fs::path& path, const std::string& text) {
        EXPECT_EQ(text.rfind("// SPDX-License-Identifier: Apache-2.0\n", 0), 0U) << path;
      });
}

TEST(House, NoSourceIsTooLongToReadInOneSitting) {
  constexpr auto most_lines = 450;
  for_each_source(
      [&](const std::string& /*folder*/, const fs::path& path, const std::string& text) {
        EXPECT_LE(std::count(text.begin(), text.end(), '\n'), most_lines) << path;
      });
}

}  // namespace
}  // namespace spillway
