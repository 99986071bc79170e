// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace spillway {

/// The beginning of a text: a UTF-8 character, or a byte that is not part of one.
struct Utf8Front {
  std::uint32_t code = 0;  // of the character, or of the byte
  std::size_t bytes = 0;   // number of bytes; 0 = the text is empty
  bool valid = false;
};

/// Decodes the beginning of a text. Overlong forms, surrogates and codes above U+10FFFF are
/// invalid.
Utf8Front utf8_front(std::string_view text);

/// Whether the byte continues a UTF-8 character, so that a text must not be cut before it.
constexpr bool continues_utf8(char byte) {
  return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U;
}

/// Whether `text` is an incomplete character that further bytes may complete.
bool is_begun_utf8(std::string_view text);

}  // namespace spillway
