// SPDX-License-Identifier: Apache-2.0
#include "base/markup_text.h"

#include "base/utf8.h"

namespace spillway {
namespace {

constexpr std::string_view replacement = "\xEF\xBF\xBD";   // U+FFFD
constexpr std::string_view separator_prefix = "\xE2\x80";  // the first bytes of U+2028 and U+2029

std::string_view entity_of(std::uint32_t code) {
  switch (code) {
    case '&':
      return "&amp;";
    case '<':
      return "&lt;";
    case '>':
      return "&gt;";
    case '"':
      return "&quot;";
    case '\'':
      return "&#39;";
    default:
      return {};
  }
}

bool is_forbidden(std::uint32_t code) {
  return (code < 0x20 && code != '\n' && code != '\t') || code == 0xFFFE || code == 0xFFFF;
}

}  // namespace

std::string xml_text(std::string_view text) {
  std::string escaped;
  while (!text.empty()) {
    const Utf8Front front = utf8_front(text);
    const std::string_view entity = front.valid ? entity_of(front.code) : std::string_view();
    if (!front.valid) {
      escaped += replacement;
    } else if (is_forbidden(front.code)) {
      escaped += '?';
    } else {
      escaped += entity.empty() ? text.substr(0, front.bytes) : entity;
    }
    text.remove_prefix(front.bytes);
  }
  return escaped;
}

std::string script_safe_json(std::string_view json) {
  std::string safe;
  safe.reserve(json.size());
  for (std::size_t i = 0; i < json.size(); ++i) {
    if (json[i] == '<') {
      safe += "\\u003c";
    } else if (json[i] == '>') {
      safe += "\\u003e";
    } else if (json[i] == '&') {
      safe += "\\u0026";
    } else if (json.substr(i, 2) == separator_prefix &&
               (json.substr(i + 2, 1) == "\xA8" || json.substr(i + 2, 1) == "\xA9")) {
      safe += json[i + 2] == '\xA8' ? "\\u2028" : "\\u2029";
      i += 2;
    } else {
      safe += json[i];
    }
  }
  return safe;
}

}  // namespace spillway
