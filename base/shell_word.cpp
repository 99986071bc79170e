// SPDX-License-Identifier: Apache-2.0
#include "base/shell_word.h"

#include <algorithm>
#include <cctype>
#include <string_view>

#include "base/diagnostics.h"

namespace spillway {

std::string quoted_for_shell(const std::string& word) {
  const auto plain = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 ||
           std::string_view("_-+=:.,/@%").find(c) != std::string_view::npos;
  };
  if (!word.empty() && std::all_of(word.begin(), word.end(), plain)) return word;
  std::string quoted = "'";
  for (const char c : word) {
    quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  }
  return quoted + "'";
}

std::vector<std::string> shell_words(const std::string& line) {
  std::vector<std::string> words;
  bool inside = false;  // of a word, which may be empty
  char quote = 0;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (quote == 0 && std::isspace(static_cast<unsigned char>(c)) != 0) {
      inside = false;
      continue;
    }
    if (!inside) words.emplace_back();
    inside = true;
    if (c == quote) {
      quote = 0;
    } else if (quote == 0 && (c == '\'' || c == '"')) {
      quote = c;
    } else if (c == '\\' && quote != '\'' && i + 1 < line.size()) {
      words.back() += line[++i];
    } else {
      words.back() += c;
    }
  }
  if (quote == 0) return words;
  throw UserError(ExitCode::usage, "a quote is not closed: " + line);
}

}  // namespace spillway
