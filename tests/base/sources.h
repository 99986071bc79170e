// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace spillway::test {

/// A source file of the checkout.
struct Source {
  std::string path;  // path relative to the root of the checkout, such as "base/text.h"
  std::string text;
};

/// Returns the ranks of the program's folders, by folder. A source may include files of its own
/// folder and of all folders with a lower rank.
const std::map<std::string, int>& folder_ranks();

/// program_sources() returns the sources of the program. test_sources() returns the sources of
/// tests/ and bench/. The lists are sorted by path.
const std::vector<Source>& program_sources();
const std::vector<Source>& test_sources();

/// Returns the source `text` with blanks in place of comments and of the contents of string and
/// character literals. The paths in #include lines are not replaced.
std::string code_of(const std::string& text);

/// Returns the number of the line, from 1, in which position `at` of `text` lies.
std::size_t line_of(const std::string& text, std::size_t at);

}  // namespace spillway::test
