// SPDX-License-Identifier: Apache-2.0
#include "tests/base/sources.h"

#include <algorithm>

#include "base/files/files.h"
#include "tests/checkout.h"

namespace spillway::test {
namespace {

namespace fs = std::filesystem;

void add_sources(const std::string& folder, std::vector<Source>& sources) {
  const fs::path root = checkout_path("");
  for (const auto& entry : fs::recursive_directory_iterator(checkout_path(folder))) {
    const std::string ending = entry.path().extension().string();
    if (ending != ".h" && ending != ".cpp") continue;
    sources.push_back({fs::relative(entry.path(), root).string(), read_text(entry.path())});
  }
}

std::vector<Source> sources_in(const std::vector<std::string>& folders) {
  std::vector<Source> sources;
  for (const std::string& folder : folders) add_sources(folder, sources);
  std::sort(sources.begin(), sources.end(),
            [](const Source& a, const Source& b) { return a.path < b.path; });
  return sources;
}

// Replaces the characters at the positions [begin, end) of `text` by blanks, except for line ends.
void blank(std::string& text, std::size_t begin, std::size_t end) {
  for (std::size_t i = begin; i < std::min(end, text.size()); ++i) {
    if (text[i] != '\n') text[i] = ' ';
  }
}

// Returns the position of the closing quote of the raw string literal whose R" begins at position
// `at` of `text`.
std::size_t end_of_raw_string(const std::string& text, std::size_t at) {
  const std::size_t open = text.find('(', at);
  const std::string close = ")" + text.substr(at + 2, open - at - 2) + "\"";
  return text.find(close, open) + close.size() - 1;
}

// Returns the position of the closing quote of the literal whose opening quote is at position `at`.
// A quote after a backslash does not end the literal.
std::size_t end_of_literal(const std::string& text, std::size_t at) {
  const char quote = text[at];
  for (++at; at < text.size() && text[at] != quote && text[at] != '\n'; ++at) {
    if (text[at] == '\\') ++at;
  }
  return at;
}

bool is_digit_mark(const std::string& text, std::size_t at) {
  return at > 0 && std::isxdigit(static_cast<unsigned char>(text[at - 1])) != 0;
}

}  // namespace

const std::map<std::string, int>& folder_ranks() {
  static const std::map<std::string, int> table = {
      {"base", 0}, {"traces", 1}, {"planner", 2},     {"hwmodels", 3},
      {"sim", 4},  {"report", 5}, {"experiments", 6}, {"cli", 7}};
  return table;
}

const std::vector<Source>& program_sources() {
  static const std::vector<Source> sources =
      sources_in({"base", "traces", "planner", "hwmodels", "sim", "report", "experiments", "cli"});
  return sources;
}

const std::vector<Source>& test_sources() {
  static const std::vector<Source> sources = sources_in({"tests", "bench"});
  return sources;
}

std::string code_of(const std::string& text) {
  std::string code = text;
  bool include = false;
  for (std::size_t i = 0; i < code.size(); ++i) {
    if (i == 0 || code[i - 1] == '\n') include = code.compare(i, 8, "#include") == 0;
    std::size_t end = i;
    if (code.compare(i, 2, "//") == 0) {
      end = std::min(code.find('\n', i), code.size());
      blank(code, i, end);
    } else if (code.compare(i, 2, "/*") == 0) {
      end = std::min(code.find("*/", i), code.size() - 2) + 1;
      blank(code, i, end + 1);
    } else if (!include && code.compare(i, 2, "R\"") == 0) {
      end = end_of_raw_string(code, i);
      blank(code, i + 2, end);
    } else if (!include && (code[i] == '"' || (code[i] == '\'' && !is_digit_mark(code, i)))) {
      end = end_of_literal(code, i);
      blank(code, i + 1, end);
    }
    i = end;
    if (i < code.size() && code[i] == '\n') include = false;
  }
  return code;
}

std::size_t line_of(const std::string& text, std::size_t at) {
  return static_cast<std::size_t>(
             std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n')) +
         1;
}

}  // namespace spillway::test
