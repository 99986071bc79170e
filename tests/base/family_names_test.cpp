// SPDX-License-Identifier: Apache-2.0
// Only the code of files in the folder of a processor family, and of a few others
// (may_name_families()), may name the family. All other code uses the family through
// hwmodels/target/processor_family.h.
#include <algorithm>
#include <cctype>
#include <filesystem>
#include <regex>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/base/sources.h"
#include "tests/checkout.h"

namespace spillway {
namespace {

namespace fs = std::filesystem;

// Returns the names of the processor families. A subfolder of hwmodels is the folder of a family if
// it has a file family.h.
std::vector<std::string> families() {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(test::checkout_path("hwmodels"))) {
    if (fs::exists(entry.path() / "family.h")) names.push_back(entry.path().filename().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

// Returns whether a file outside of the families' folders may name a family. Such files are:
// - the registry of families,
// - the files of options that only one family has,
// - the comparisons with published figures.
bool may_name_families(const std::string& path) {
  static const std::regex allowed(
      "hwmodels/families\\.cpp"
      "|experiments/point/(options_of_[a-z]+|weight_ratios)\\.(h|cpp)"
      "|experiments/validation/.*");
  return std::regex_match(path, allowed);
}

// Returns the word in small letters without underscores, because EthosU, ethos_u and ETHOSU name
// the same family.
std::string folded(const std::string& word) {
  std::string letters;
  for (const char letter : word) {
    if (letter != '_') letters += static_cast<char>(std::tolower(letter));
  }
  return letters;
}

// Returns the first place where `source` names the family, as "PATH:LINE: WORD". Returns an empty
// text if `source` does not name the family or lies in the folder of the family.
std::string named_at(const test::Source& source, const std::string& family) {
  if (source.path.rfind("hwmodels/" + family + "/", 0) == 0) return "";
  static const std::regex word("\\w+");
  const std::string code = test::code_of(source.text);
  for (auto it = std::sregex_iterator(code.begin(), code.end(), word); it != std::sregex_iterator();
       ++it) {
    if (folded(it->str()).find(family) == std::string::npos) continue;
    const auto line = test::line_of(code, static_cast<std::size_t>(it->position()));
    return source.path + ":" + std::to_string(line) + ": " + it->str();
  }
  return "";
}

TEST(FamilyNames, AppearOnlyInTheFilesOfTheirFamily) {
  ASSERT_THAT(families(), testing::ElementsAre("ethosu", "xcore"));
  for (const test::Source& source : test::program_sources()) {
    if (may_name_families(source.path)) continue;
    for (const std::string& family : families()) EXPECT_EQ(named_at(source, family), "");
  }
}

TEST(FamilyNames, AreFoundInCodeAndNotInStringsOrComments) {
  const auto found = [](const std::string& text) {
    return named_at({"cli/x.cpp", text}, "ethosu");
  };
  EXPECT_EQ(found("int a;\nethosu::Config b;\n"), "cli/x.cpp:2: ethosu");
  EXPECT_EQ(found("EthosUParameters p;\n"), "cli/x.cpp:1: EthosUParameters");
  EXPECT_EQ(found("#include \"hwmodels/ethosu/family.h\"\n"), "cli/x.cpp:1: ethosu");
  EXPECT_EQ(found("// ethosu\nsay(\"ethosu \\\" ethosu\", R\"(ethosu)\");  // ethosu\n"), "");
  EXPECT_EQ(found("/* ethosu */ int many = 1'000; char c = '\"'; int ethosu = 1;\n"),
            "cli/x.cpp:1: ethosu");
}

}  // namespace
}  // namespace spillway
