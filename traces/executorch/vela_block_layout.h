// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/byte_view.h"

namespace spillway {

// Numbers of bytes and byte offsets in a block of a delegate's data; vela_blocks.h describes the
// format.
constexpr std::size_t vela_name_bytes = 16;
constexpr std::size_t vela_size_offset = 16;
constexpr std::size_t vela_external_offset = 20;
constexpr std::size_t vela_header_bytes = 32;
constexpr std::size_t vela_padding = 16;

/// A block of a delegate's data. In damaged data, `contents` may reach beyond the end of the data.
struct VelaBlock {
  std::string_view name;
  ByteView contents;
  // Whether the contents are only the key of data that are stored elsewhere in the file.
  bool external = false;
  // The offset in the delegate's data at which the block and its padding end.
  std::size_t end = 0;
};

/// Returns the block that begins at byte `at` of `data`. From `at` on, `data` must have at least
/// the bytes of a block header.
inline VelaBlock vela_block_at(ByteView data, std::size_t at) {
  const std::uint8_t* const header = data.data + at;
  const auto* const name_end = std::find(header, header + vela_name_bytes, std::uint8_t{0});
  VelaBlock block;
  block.name = {reinterpret_cast<const char*>(header), static_cast<std::size_t>(name_end - header)};
  std::size_t size = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    size |= std::size_t{header[vela_size_offset + i]} << (8 * i);
  }
  block.external = header[vela_external_offset] == 1;
  const std::size_t begin = at + vela_header_bytes;
  block.contents = {data.data + begin, size};
  const std::size_t padded = (size + vela_padding - 1) / vela_padding * vela_padding;
  block.end = begin + std::min(padded, data.size - begin);
  return block;
}

/// The description of a feature map begins with the extents of its shape. This number of words
/// follows: the size of an element, the offset and the region.
constexpr std::size_t vela_words_beside_shape = 3;
constexpr std::size_t vela_most_dimensions = 6;

/// Returns the number of words that describe one feature map, in a block with `count` feature maps
/// in `bytes` bytes. The shape has four extents in files of ExecuTorch before 0.6, and six in later
/// files. A block with more words has at most six extents per feature map; the words after the last
/// feature map are ignored.
inline std::size_t vela_map_words(std::size_t bytes, std::size_t count) {
  const std::size_t each = (bytes / 4 - 1) / count;
  return std::min(each - vela_words_beside_shape, vela_most_dimensions) + vela_words_beside_shape;
}

}  // namespace spillway
