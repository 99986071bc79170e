// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>

#include "hwmodels/program.h"

namespace spillway::sim {

/// Divides an Access into chunks of at most `largest` bytes, in order. A chunk is part of a
/// contiguous run, or several whole runs.
class AccessSlicer {
 public:
  AccessSlicer(const Access& access, std::int32_t largest) : access_(access), largest_(largest) {}

  bool done() const { return access_.run <= 0 || plane_ == access_.planes; }

  Access next() {
    Access chunk = access_;
    chunk.address = access_.address + static_cast<Address>(plane_ * access_.plane_stride) +
                    static_cast<Address>(row_ * access_.row_stride) + static_cast<Address>(column_);
    chunk.planes = 1;
    if (access_.run > largest_) {
      chunk.rows = 1;
      chunk.run = std::min(largest_, access_.run - column_);
      column_ += chunk.run;
      if (column_ == access_.run) column_ = 0, step_rows(1);
    } else {
      chunk.rows = std::min(access_.rows - row_, std::max(1, largest_ / access_.run));
      step_rows(chunk.rows);
    }
    return chunk;
  }

 private:
  void step_rows(std::int32_t rows) {
    row_ += rows;
    if (row_ == access_.rows) row_ = 0, ++plane_;
  }

  Access access_;
  std::int32_t largest_;
  std::int32_t column_ = 0;
  std::int32_t row_ = 0;
  std::int32_t plane_ = 0;
};

}  // namespace spillway::sim
