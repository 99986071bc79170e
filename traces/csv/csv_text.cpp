// SPDX-License-Identifier: Apache-2.0
#include <charconv>

#include <fmt/format.h>

#include "base/text.h"
#include "traces/csv/csv_reader.h"

namespace spillway {
namespace {

bool is_control(char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }

// Whether text_cell() must escape the character at the beginning of a cell. Otherwise a reader
// would drop the character, take the cell for a formula, or take the line for a comment.
bool is_escaped_at_beginning(char c) {
  return std::string_view(" =+-@#").find(c) != std::string::npos;
}

void append_escaped(char c, std::string& out) {
  switch (c) {
    case '\n':
      out += "\\n";
      return;
    case '\r':
      out += "\\r";
      return;
    case '\t':
      out += "\\t";
      return;
    case '\\':
      out += "\\\\";
      return;
    default:
      out += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
  }
}

// Decodes the escape at the beginning of `text`, without its backslash, and removes it from `text`.
// Returns the character that the escape stands for; nullopt for a malformed escape.
std::optional<char> take_escape(std::string_view& text) {
  if (text.empty()) return std::nullopt;
  const char kind = text.front();
  text.remove_prefix(1);
  if (kind == 'n') return '\n';
  if (kind == 'r') return '\r';
  if (kind == 't') return '\t';
  if (kind == '\\') return '\\';
  if (kind != 'x' || text.size() < 2) return std::nullopt;
  unsigned value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + 2, value, 16);
  if (error != std::errc{} || end != text.data() + 2) return std::nullopt;
  text.remove_prefix(2);
  return static_cast<char>(value);
}

}  // namespace

std::string text_cell(std::string_view text) {
  std::string escaped;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const bool outer_blank = c == ' ' && i + 1 == text.size();
    const bool in_front = i == 0 && is_escaped_at_beginning(c);
    if (is_control(c) || c == '\\' || outer_blank || in_front) {
      append_escaped(c, escaped);
    } else {
      escaped += c;
    }
  }
  return csv_cell(escaped);
}

std::string unquoted_cell(std::string_view cell) {
  const bool quoted = cell.size() > 1 && cell.front() == '"' && cell.back() == '"';
  if (!quoted) return std::string(cell);
  std::string text;
  for (std::size_t i = 1; i + 1 < cell.size(); ++i) {
    if (cell[i] == '"') ++i;  // skips the first quote of a doubled quote
    text += cell[i];
  }
  return text;
}

std::optional<std::string> text_from_cell(std::string_view cell) {
  std::string text;
  while (!cell.empty()) {
    const char c = cell.front();
    cell.remove_prefix(1);
    if (c != '\\') {
      text += c;
      continue;
    }
    const std::optional<char> escaped = take_escape(cell);
    if (!escaped) return std::nullopt;
    text += *escaped;
  }
  return text;
}

}  // namespace spillway
