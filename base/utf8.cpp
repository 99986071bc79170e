// SPDX-License-Identifier: Apache-2.0
#include "base/utf8.h"

#include <algorithm>

namespace spillway {
namespace {

std::uint8_t byte_at(std::string_view text, std::size_t i) {
  return static_cast<std::uint8_t>(text[i]);
}

// Returns the number of bytes of a UTF-8 character with this first byte. Returns 1 for ASCII, and
// for bytes that cannot begin a character.
std::size_t bytes_of_character(std::uint8_t first) {
  if (first >= 0xC2 && first <= 0xDF) return 2;
  if (first >= 0xE0 && first <= 0xEF) return 3;
  return first >= 0xF0 && first <= 0xF4 ? 4 : 1;
}

// Whether a character that begins with the byte `first` may have `byte` at `position` (from 0). At
// position 1, this excludes overlong forms, surrogates and codes above U+10FFFF.
bool may_follow(std::uint8_t first, std::size_t position, std::uint8_t byte) {
  if (byte < 0x80 || byte > 0xBF) return false;
  if (position != 1) return true;
  if (first == 0xE0) return byte >= 0xA0;
  if (first == 0xED) return byte <= 0x9F;
  if (first == 0xF0) return byte >= 0x90;
  return first != 0xF4 || byte <= 0x8F;
}

// Returns how many bytes at the beginning of `text` are valid bytes of its first character. The
// first byte says how many bytes the character must have.
std::size_t valid_bytes(std::string_view text) {
  const std::uint8_t first = byte_at(text, 0);
  const std::size_t wanted = std::min(bytes_of_character(first), text.size());
  std::size_t fitting = 1;
  while (fitting < wanted && may_follow(first, fitting, byte_at(text, fitting))) ++fitting;
  return fitting;
}

}  // namespace

Utf8Front utf8_front(std::string_view text) {
  if (text.empty()) return {};
  const std::uint8_t first = byte_at(text, 0);
  if (first < 0x80) return {first, 1, true};
  const std::size_t bytes = bytes_of_character(first);
  if (bytes == 1 || valid_bytes(text) < bytes) return {first, 1, false};
  std::uint32_t code = first & (0xFFU >> (bytes + 1));
  for (std::size_t i = 1; i < bytes; ++i) code = code << 6U | (byte_at(text, i) & 0x3FU);
  return {code, bytes, true};
}

bool is_incomplete_utf8(std::string_view text) {
  if (text.empty() || byte_at(text, 0) < 0x80) return false;
  return text.size() < bytes_of_character(byte_at(text, 0)) && valid_bytes(text) == text.size();
}

}  // namespace spillway
