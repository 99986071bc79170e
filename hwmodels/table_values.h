// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <random>

namespace spillway {

/// Values that index lookup tables. The data of a run are not known. So the values are normally
/// distributed random numbers around the middle (mean 128, deviation 40, clamped to 0..255). Each
/// value is computed as a sum of twelve uniform integers, so it is the same on every machine. A run
/// uses one value per table access that can move a cache line; the sequence is the same in every
/// run.
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
