// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <random>

namespace spillway {

/// What lookup tables are indexed with: the data of a run is not known, so values of a normal
/// distribution around the middle (mean 128, deviation 40, clamped to 0..255) stand for it. The sum
/// of twelve uniform numbers has that shape and, being integers, is the same on every machine. A
/// run draws one value per table access that can move a line, from the same start every time.
class TableValues {
 public:
  std::int64_t next() {
    std::int64_t sum = 0;
    for (int i = 0; i < 12; ++i) sum += static_cast<std::int64_t>(random_() & 0xFFFF);
    const std::int64_t centred = sum - 6 * 0x10000;
    return std::clamp<std::int64_t>(128 + (40 * centred + 0x8000) / 0x10000, 0, 255);
  }

 private:
  std::mt19937 random_{1};
};

}  // namespace spillway
