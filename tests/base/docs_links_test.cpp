// SPDX-License-Identifier: Apache-2.0
// Checks that links between documents lead to existing files and headings, and that sources name
// only existing documents.
#include <algorithm>
#include <cctype>
#include <filesystem>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/files/files.h"
#include "tests/checkout.h"
#include "tests/documents.h"

namespace spillway {
namespace {

namespace fs = std::filesystem;

/// Returns the Markdown `text` without code blocks and code spans, because brackets and number
/// signs in code are neither links nor headings.
std::string without_code(const std::string& text) {
  std::istringstream lines(text);
  std::string kept;
  bool in_code = false;
  for (std::string line; std::getline(lines, line);) {
    const bool fence = line.rfind("```", 0) == 0;
    if (fence) in_code = !in_code;
    if (!fence && !in_code) kept += line + "\n";
  }
  return std::regex_replace(kept, std::regex("`[^`]*`"), "`");
}

/// Returns the anchor that sites such as GitHub give to a heading. Letters become small, each blank
/// becomes a hyphen, and all other characters except digits, hyphens and underscores are removed.
std::string anchor_of(const std::string& heading) {
  std::string anchor;
  for (const char c : heading) {
    const auto letter = static_cast<unsigned char>(c);
    if (std::isalnum(letter) != 0 || c == '-' || c == '_') {
      anchor += static_cast<char>(std::tolower(letter));
    } else if (c == ' ') {
      anchor += '-';
    }
  }
  return anchor;
}

std::set<std::string> anchors_of(const std::string& text) {
  std::set<std::string> anchors;
  std::istringstream lines(text);
  bool in_code = false;
  for (std::string line; std::getline(lines, line);) {
    if (line.rfind("```", 0) == 0) in_code = !in_code;
    const std::size_t title = line.find_first_not_of('#');
    if (in_code || line.rfind('#', 0) != 0 || title == std::string::npos) continue;
    anchors.insert(anchor_of(line.substr(title + 1)));
  }
  return anchors;
}

/// Checks a `link` in the file `document`. Returns "no such file" or "no such heading" if the
/// target of the link does not exist; empty if the target exists.
std::string missing_target(const fs::path& document, const std::string& link) {
  const std::size_t hash = link.find('#');
  const std::string path = link.substr(0, hash);
  const fs::path target = path.empty() ? document : document.parent_path() / path;
  if (!fs::exists(target)) return "no such file";
  if (hash == std::string::npos) return "";
  const std::set<std::string> anchors = anchors_of(read_text(target.string()));
  return anchors.count(link.substr(hash + 1)) > 0 ? "" : "no such heading";
}

TEST(Documents, LinkToFilesAndHeadingsThatExist) {
  const std::regex link("\\]\\(([^)\\s]+)\\)");
  int links = 0;
  for (const fs::path& document : test::documents()) {
    const std::string text = without_code(read_text(document.string()));
    for (std::sregex_iterator i(text.begin(), text.end(), link), end; i != end; ++i) {
      const std::string target = (*i)[1];
      if (target.find("://") != std::string::npos) continue;
      ++links;
      const std::string missing = missing_target(document, target);
      EXPECT_TRUE(missing.empty()) << document << ": " << target << ": " << missing;
    }
  }
  EXPECT_GT(links, 100);
}

TEST(Documents, NamedInSourcesExist) {
  const std::regex name("docs/[A-Za-z0-9_/.-]+\\.(md|json)");
  int names = 0;
  for (const char* folder :
       {"base", "bench", "cli", "cmake", "examples", "experiments", "fuzz", "hwmodels", "planner",
        "python", "report", "scripts", "sim", "tests", "traces"}) {
    const fs::path root = test::checkout_path(folder);
    for (const auto& entry : fs::recursive_directory_iterator(root)) {
      if (!entry.is_regular_file() || entry.path().extension() == ".tflite") continue;
      const std::string text = read_text(entry.path().string());
      for (std::sregex_iterator i(text.begin(), text.end(), name), end; i != end; ++i) {
        ++names;
        EXPECT_TRUE(fs::exists(test::checkout_path(i->str()))) << entry.path() << ": " << i->str();
      }
    }
  }
  EXPECT_GT(names, 30);
}

TEST(DocumentLinks, BrokenLinksAreFound) {
  const fs::path readme = test::checkout_path("README.md");
  EXPECT_EQ(missing_target(readme, "docs/guide.md"), "");
  EXPECT_EQ(missing_target(readme, "docs/nothing"), "no such file");
  EXPECT_EQ(missing_target(readme, "docs/glossary.md#no-such-word"), "no such heading");
  EXPECT_EQ(anchor_of("The bound of `compare`, in 3 steps"), "the-bound-of-compare-in-3-steps");
}

}  // namespace
}  // namespace spillway
