// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <random>

namespace spillway {

/// Pseudo-random indices into lookup tables. The indices replace the data of a run, which are not
/// known. The indices are normally distributed around the middle (mean 128, deviation 40, clamped
/// to 0..255). Each index is computed from a sum of twelve uniform integers, so every machine
/// computes the same index. A run takes the next index for each table access to a memory with a
/// cache. The sequence of indices is the same in every run, so they are computed in blocks, and the
/// first blocks are stored for later runs.
class TableValues {
 public:
  std::int64_t next() {
    if (used_ == block_values) take_block();
    return (*block_)[used_++];
  }

 private:
  static constexpr std::size_t block_values = 4096;
  /// Consecutive values, and the state of the generator after the last of these values.
  struct Block {
    std::array<std::uint8_t, block_values> values;
    std::mt19937 after;

    std::uint8_t operator[](std::size_t i) const { return values[i]; }
  };

  static std::shared_ptr<const Block> block_after(std::mt19937 random);
  void take_block();

  std::size_t blocks_ = 0;           // number of blocks that were taken so far
  std::size_t used_ = block_values;  // number of values of the present block that were used
  std::shared_ptr<const Block> block_;
};

}  // namespace spillway
