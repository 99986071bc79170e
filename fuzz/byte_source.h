// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <vector>

#include "base/byte_view.h"

namespace spillway::fuzz {

/// Takes the random choices of a generator from the fuzzer's bytes. When all bytes are used up,
/// every further byte is 0.
class ByteSource {
 public:
  explicit ByteSource(ByteView bytes) : bytes_(bytes) {}

  bool empty() const { return at_ >= bytes_.size; }

  std::uint8_t byte() { return empty() ? 0 : bytes_.data[at_++]; }

  /// Returns a number from `least` to `greatest`. Uses up as many bytes as the range needs, at most
  /// three.
  std::int64_t number(std::int64_t least, std::int64_t greatest) {
    const auto span = static_cast<std::uint64_t>(greatest - least) + 1;
    std::uint64_t value = byte();
    if (span > 256) value |= static_cast<std::uint64_t>(byte()) << 8U;
    if (span > 65536) value |= static_cast<std::uint64_t>(byte()) << 16U;
    return least + static_cast<std::int64_t>(span == 0 ? value : value % span);
  }

  bool chance(int one_in) { return byte() % one_in == 0; }

  template <typename Item>
  const Item& one_of(const std::vector<Item>& items) {
    return items[static_cast<std::size_t>(number(0, static_cast<std::int64_t>(items.size()) - 1))];
  }

 private:
  ByteView bytes_;
  std::size_t at_ = 0;
};

}  // namespace spillway::fuzz
