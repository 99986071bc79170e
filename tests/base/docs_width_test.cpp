// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <sstream>
#include <string>

#include <gtest/gtest.h>

#include "base/files/files.h"
#include "tests/documents.h"

namespace spillway {
namespace {

constexpr std::int64_t widest_line = 100;

// Returns whether a line of a document may be wider than 100 columns because it cannot be wrapped.
// Such a line is empty, a row of a table, a heading, HTML, a line with a link, or a single word.
bool may_be_wide(const std::string& line) {
  const std::size_t first = line.find_first_not_of(' ');
  if (first == std::string::npos) return true;
  const std::string text = line.substr(first);
  return text[0] == '|' || text[0] == '#' || text[0] == '<' ||
         text.find("](") != std::string::npos || text.find(' ') == std::string::npos;
}

std::int64_t columns(const std::string& line) {
  return std::count_if(line.begin(), line.end(), [](char c) {
    // Every UTF-8 character has one byte for which this condition is true: its first byte.
    return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
  });
}

// Documents are also read in terminals and in diffs, which do not wrap lines.
TEST(Documents, WrapAtOneHundredColumns) {
  for (const std::filesystem::path& path : test::documents()) {
    std::istringstream text(read_text(path.string()));
    bool in_code = false;
    std::string line;
    for (int number = 1; std::getline(text, line); ++number) {
      if (line.find("```") != std::string::npos) in_code = !in_code;
      if (in_code || may_be_wide(line)) continue;
      EXPECT_LE(columns(line), widest_line) << path << ":" << number;
    }
  }
}

}  // namespace
}  // namespace spillway
