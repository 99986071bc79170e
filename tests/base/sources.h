// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace spillway::test {

/// A source file of the checkout.
struct Source {
  std::string path;  // from the root: "base/text.h"
  std::string text;
};

/// The folders of the program by rank: a folder may include itself and folders of a lower rank.
const std::map<std::string, int>& folder_ranks();

/// Sources of the program, of the tests and of the benchmarks, by path.
const std::vector<Source>& program_sources();
const std::vector<Source>& test_sources();

/// The text with blanks in place of comments and of the contents of string and character literals.
/// Lines that include files keep their path.
std::string code_of(const std::string& text);

/// The number of the line that position `at` of `text` lies in, from 1.
std::size_t line_of(const std::string& text, std::size_t at);

}  // namespace spillway::test
