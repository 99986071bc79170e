// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <filesystem>
#include <map>
#include <regex>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include "tests/base/sources.h"

namespace spillway {
namespace {

namespace fs = std::filesystem;

std::string folder_of(const std::string& path) { return path.substr(0, path.find('/')); }

// Calls `take` with the path of every file of the checkout that `source` includes.
template <typename Take>
void for_each_include(const test::Source& source, const Take& take) {
  static const std::regex include("#include \"([a-z0-9_/]+/[a-z0-9_]+\\.h)\"");
  for (auto it = std::sregex_iterator(source.text.begin(), source.text.end(), include);
       it != std::sregex_iterator(); ++it) {
    take((*it)[1].str());
  }
}

TEST(SourceTree, NoFolderIncludesAHigherFolder) {
  const auto& ranks = test::folder_ranks();
  for (const test::Source& source : test::program_sources()) {
    for_each_include(source, [&](const std::string& included) {
      const auto other = ranks.find(folder_of(included));
      if (other == ranks.end()) return;
      EXPECT_LE(other->second, ranks.at(folder_of(source.path)))
          << source.path << " includes " << included;
    });
  }
}

// Returns whether a source is a registry, by its file name. A registry includes everything that it
// lists. So the rule that no two wings (folders of sources) include each other does not apply to
// registries.
bool is_registry(const std::string& path) {
  static const std::set<std::string> names = {"families.cpp", "family.cpp", "registry.cpp"};
  return names.count(fs::path(path).filename().string()) > 0;
}

// Returns the wing (folder of sources) to which a source belongs. hwmodels/memory and all its
// subfolders count as one wing.
std::string wing_of(const std::string& path) {
  const std::string folder = fs::path(path).parent_path().string();
  return folder.rfind("hwmodels/memory", 0) == 0 ? "hwmodels/memory" : folder;
}

using Wings = std::map<std::string, std::set<std::string>>;

Wings includes_between_wings() {
  Wings wings;
  for (const test::Source& source : test::program_sources()) {
    if (is_registry(source.path)) continue;
    const std::string wing = wing_of(source.path);
    for_each_include(source, [&](const std::string& included) {
      const std::string other = wing_of(included);
      if (other != wing) wings[wing].insert(other);
    });
  }
  return wings;
}

// Adds to `reached` every wing (folder of sources) to which a chain of includes leads from `wing`.
void reach(const Wings& wings, const std::string& wing, std::set<std::string>& reached) {
  const auto found = wings.find(wing);
  if (found == wings.end()) return;
  for (const std::string& other : found->second) {
    if (reached.insert(other).second) reach(wings, other, reached);
  }
}

TEST(SourceTree, NoTwoWingsIncludeEachOther) {
  const Wings wings = includes_between_wings();
  EXPECT_GT(wings.size(), 30U);
  for (const auto& [wing, others] : wings) {
    std::set<std::string> reached;
    reach(wings, wing, reached);
    EXPECT_EQ(reached.count(wing), 0U) << wing << " includes what includes it";
  }
}

// A unit is a source file together with its header.
TEST(SourceTree, NoFolderHasMoreThan25Units) {
  std::map<std::string, std::set<std::string>> units;
  for (const auto* sources : {&test::program_sources(), &test::test_sources()}) {
    for (const test::Source& source : *sources) {
      const fs::path path(source.path);
      units[path.parent_path().string()].insert(path.stem().string());
    }
  }
  EXPECT_GT(units.size(), 60U);
  for (const auto& [folder, names] : units) EXPECT_LE(names.size(), 25U) << folder;
}

TEST(SourceTree, OnlySimIncludesTheSimulationKernel) {
  const std::regex kernel("#include <(systemc|tlm)[^>]*>|sc_core|sc_time");
  for (const test::Source& source : test::program_sources()) {
    if (folder_of(source.path) == "sim") continue;
    EXPECT_FALSE(std::regex_search(source.text, kernel)) << source.path;
  }
}

TEST(SourceTree, EverySourceNamesItsLicence) {
  for (const auto* sources : {&test::program_sources(), &test::test_sources()}) {
    for (const test::Source& source : *sources) {
      EXPECT_EQ(source.text.rfind("// SPDX-License-Identifier: Apache-2.0\n", 0), 0U)
          << source.path;
    }
  }
}

TEST(SourceTree, NoSourceHasMoreThan450Lines) {
  constexpr auto most_lines = 450;
  for (const test::Source& source : test::program_sources()) {
    EXPECT_LE(std::count(source.text.begin(), source.text.end(), '\n'), most_lines) << source.path;
  }
}

}  // namespace
}  // namespace spillway
