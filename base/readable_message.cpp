// SPDX-License-Identifier: Apache-2.0
#include "base/readable_message.h"

#include <algorithm>
#include <string_view>

#include "base/text.h"
#include "base/utf8.h"

namespace spillway {
namespace {

// Returns `text`; if it has more than `most` bytes, without its middle.
std::string without_middle(std::string_view text, std::size_t most) {
  if (text.size() <= most) return std::string(text);
  std::size_t begin = most / 2;
  while (begin > 0 && continues_utf8(text[begin])) --begin;
  return std::string(text.substr(0, begin)) + elide(text, most / 2);
}

}  // namespace

std::string readable_message(const std::string& message) {
  constexpr std::size_t longest_line = 2'000, longest_message = 20'000;  // bytes
  if (message.size() <= longest_line) return message;
  std::string text;
  for (std::size_t begin = 0; begin <= message.size();) {
    const std::size_t end = std::min(message.find('\n', begin), message.size());
    text += without_middle(std::string_view(message).substr(begin, end - begin), longest_line);
    if (end < message.size()) text += '\n';
    begin = end + 1;
  }
  return without_middle(text, longest_message);
}

}  // namespace spillway
