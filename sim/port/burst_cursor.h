// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>

#include "base/power_of_two.h"
#include "hwmodels/program.h"

namespace spillway::sim {

/// Splits an Access into bursts. A burst never crosses the end of a contiguous run, nor an address
/// that is a multiple of the port's burst size (a power of two or not).
class BurstCursor {
 public:
  BurstCursor() = default;
  BurstCursor(const Access& access, std::int32_t burst_bytes)
      : access_(&access),
        burst_bytes_(burst_bytes),
        mask_(is_power_of_two(burst_bytes) ? burst_bytes - 1 : 0),
        address_(access.address),
        left_(access.run) {
    if (access.bytes() <= 0) access_ = nullptr;
    bytes_ = first_bytes();
  }

  bool done() const { return access_ == nullptr; }
  const Access& access() const { return *access_; }
  Address address() const { return address_; }

  std::int32_t bytes() const { return bytes_; }

  void advance() { advance(bytes()); }

  /// Moves on by one burst of `taken` bytes, or by several bursts of the same run. Returns whether
  /// a run has ended.
  bool advance(std::int32_t taken) {
    address_ += static_cast<Address>(taken);
    left_ -= taken;
    if (left_ > 0) {
      bytes_ = std::min(left_, burst_bytes_);
      return false;
    }
    next_run();
    return true;
  }

 private:
  // Returns the size of the first burst of a contiguous run. Later bursts begin at multiples of the
  // burst size.
  std::int32_t first_bytes() const {
    const auto size = static_cast<Address>(burst_bytes_);
    const auto into = static_cast<std::int32_t>(mask_ > 0 ? address_ & static_cast<Address>(mask_)
                                                          : address_ % size);
    return std::min(left_, burst_bytes_ - into);
  }

  void next_run() {
    if (++row_ == access_->rows) {
      row_ = 0;
      if (++plane_ == access_->planes) {
        access_ = nullptr;
        return;
      }
    }
    address_ = access_->address + static_cast<Address>(row_ * access_->row_stride) +
               static_cast<Address>(plane_ * access_->plane_stride);
    left_ = access_->run;
    bytes_ = first_bytes();
  }

  const Access* access_ = nullptr;
  std::int32_t burst_bytes_ = 64;
  // Selects the bits of an address that are its offset within a burst. 0 = the burst size is 1 or
  // no power of two.
  std::int32_t mask_ = 63;
  Address address_ = 0;
  std::int32_t left_ = 0;
  std::int32_t bytes_ = 0;
  std::int32_t row_ = 0;
  std::int32_t plane_ = 0;
};

}  // namespace spillway::sim
