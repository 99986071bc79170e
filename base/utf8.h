// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace spillway {

/// The beginning of a text: one UTF-8 character, or one byte that belongs to no character.
struct Utf8Front {
  // The code of the character, or the value of the byte.
  std::uint32_t code = 0;
  // The number of bytes; 0 = the text is empty.
  std::size_t bytes = 0;
  bool valid = false;
};

/// Decodes the beginning of a text. Overlong forms, surrogates and codes above U+10FFFF are
/// invalid.
Utf8Front utf8_front(std::string_view text);

/// Whether the byte continues a UTF-8 character. A text must not be cut before such a byte.
constexpr bool continues_utf8(char byte) {
  return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U;
}

/// Whether `text` is the beginning of a UTF-8 character that further bytes can complete.
bool is_begun_utf8(std::string_view text);

}  // namespace spillway
