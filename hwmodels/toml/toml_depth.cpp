// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/toml/toml_depth.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/diagnostics.h"

namespace spillway {
namespace {

constexpr int most_parts = 16;

/// Returns the position after the closing quotes of the string that begins at `text[at]`. If the
/// string is not closed, returns the end of its line, or the end of the text if the string began
/// with three quotes. The TOML parser later reports the missing quotes at that position.
std::size_t end_of_string(std::string_view text, std::size_t at) {
  const char quote = text[at];
  const bool long_form = text.substr(at, 3) == std::string(3, quote);
  const std::string closing(long_form ? 3 : 1, quote);
  for (at += closing.size(); at < text.size(); ++at) {
    if (text.substr(at, closing.size()) == closing) return at + closing.size();
    if (text[at] == '\n' && !long_form) return at;
    if (text[at] == '\\' && quote == '"') ++at;
  }
  return text.size();
}

}  // namespace

// Counts the dots of each key. The dots of strings and comments are skipped. Dots in numbers are
// counted, too, but a number has at most two, so it cannot exceed the limit. The count restarts at
// 0 where a new line, value or element begins.
void require_shallow_keys(std::string_view toml, const std::string& file) {
  int line = 1, dots = 0;
  for (std::size_t at = 0; at < toml.size();) {
    const char c = toml[at];
    std::size_t next = at + 1;
    if (c == '"' || c == '\'') {
      next = end_of_string(toml, at);
      const std::string_view skipped = toml.substr(at, next - at);
      line += static_cast<int>(std::count(skipped.begin(), skipped.end(), '\n'));
    } else if (c == '#') {
      next = std::min(toml.find('\n', at), toml.size());
    } else if (c == '.') {
      ++dots;
    } else if (c == '\n' || c == '=' || c == ',' || c == '{' || c == '[') {
      dots = 0;
      if (c == '\n') ++line;
    }
    if (dots >= most_parts) {
      throw UserError(ExitCode::input_file, {file, line},
                      fmt::format("a key has more than {} parts", most_parts));
    }
    at = next;
  }
}

}  // namespace spillway
