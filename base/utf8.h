// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace spillway {

/// The first UTF-8 character of a text, or the first byte of the text if no valid character begins
/// there.
struct Utf8Front {
  // The code of the character; the value of the first byte if `valid` is false.
  std::uint32_t code = 0;
  // The number of bytes of the character; 1 if `valid` is false, and 0 if the text is empty.
  std::size_t bytes = 0;
  bool valid = false;
};

/// Decodes the first character of a text. Overlong forms, surrogates and codes above U+10FFFF are
/// invalid.
Utf8Front utf8_front(std::string_view text);

/// Whether the byte is a UTF-8 character's second, third or fourth byte. A text must not be cut
/// before such a byte.
constexpr bool continues_utf8(char byte) {
  return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U;
}

/// Whether `text` is an incomplete UTF-8 character, which further bytes can complete.
bool is_incomplete_utf8(std::string_view text);

}  // namespace spillway
