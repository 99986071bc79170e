// SPDX-License-Identifier: Apache-2.0
#include "base/shell_word.h"

#include <algorithm>
#include <cctype>
#include <string_view>

#include <fmt/format.h>

#include "base/diagnostics.h"
#include "base/terminal_text.h"

namespace spillway {
namespace {

// Returns the word with line feeds and tabs as \n and \t, so that they do not break a message into
// several lines.
std::string escape_line_breaks(const std::string& word) {
  std::string text;
  for (const char c : word) {
    text += c == '\n' ? "\\n" : c == '\t' ? "\\t" : std::string(1, c);
  }
  return text;
}

}  // namespace

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
  // Whether the character before position i belongs to a word.
  bool inside = false;
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

std::string quoted_for_job_script(const std::string& word, const std::string& what) {
  const auto is_control = [](char c) { return std::iscntrl(static_cast<unsigned char>(c)) != 0; };
  if (std::any_of(word.begin(), word.end(), is_control)) {
    throw UserError(ExitCode::usage,
                    fmt::format("{} '{}' holds a control character, which no job script can name; "
                                "expected another name",
                                what, terminal_text(escape_line_breaks(word))));
  }
  return quoted_for_shell(word);
}

std::string quoted_for_sbatch(const std::string& path, const std::string& what) {
  std::string escaped;
  for (const char c : path) {
    if (c == '\\') {
      throw UserError(ExitCode::usage,
                      fmt::format("{} '{}' holds a backslash, which Slurm takes for a command; "
                                  "expected another name",
                                  what, path));
    }
    escaped += c == '%' ? "%%" : std::string(1, c);
  }
  return quoted_for_job_script(escaped, what);
}

}  // namespace spillway
