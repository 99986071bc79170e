// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "planner/latency/operator_load.h"

namespace spillway::latency {

/// A DMA that moves transfers one by one in the order in which they are issued, and a command
/// parser that waits where more of them are outstanding than `in_flight`, while the kernel runs
/// that it has issued before. As that order is known, what is in flight is two sums of bytes.
class InOrderDma {
 public:
  static constexpr std::size_t most_in_flight = 8;

  /// For operators 0 to `operators` - 1.
  InOrderDma(std::size_t operators, std::int32_t in_flight)
      : due_(operators, 0), in_flight_(static_cast<std::size_t>(in_flight)) {}

  void restart() {
    std::fill(due_.begin(), due_.end(), 0);
    behind_ = {};
    issued_ = moved_ = needed_ = 0;
    transfers_ = 0;
  }

  /// The cycles for which operators wait around `op`, which is the next one: for `exposed` bytes
  /// that are fetched when those before it have ended; for the fast port during it; and, when it
  /// has ended, for transfers that are due and for the parser. `starting` are issued when it
  /// begins, ordered by the last operator during which they may move. During it `free` bytes move
  /// for nothing, up to `cheap` where that makes it longer.
  template <typename Starting>
  double wait(std::int32_t op, double exposed, const Starting& starting, double free, double cheap,
              const PortRates& rates) {
    double cycles = 0;
    if (exposed > 0) {
      cycles += (issued_ - moved_ + exposed) / rates.slow;
      moved_ = issued_;
    }
    for (const auto& transfer : starting) issue(transfer.last, transfer.bytes);
    const double moved = std::min(cheap, issued_ - moved_);
    moved_ += moved;
    cycles += seen_of_contention * std::max(0.0, moved - free) / rates.fast;
    needed_ = std::max(needed_, due_[static_cast<std::size_t>(op)]);
    needed_ = std::max(needed_, behind_[transfers_ % in_flight_]);
    if (needed_ > moved_) {
      cycles += (needed_ - moved_) / rates.slow;
      moved_ = needed_;
    }
    return cycles;
  }

 private:
  /// Transfers use the fast port where the processor leaves it, for the most part. Anything from
  /// 0.1 to 1 ranks the plans of nine networks alike (0.66 to 0.67 on U55-128 in the mean).
  static constexpr double seen_of_contention = 0.4;

  void issue(std::int32_t last, double bytes) {
    behind_[transfers_ % in_flight_] = issued_;
    issued_ += bytes;
    ++transfers_;
    due_[static_cast<std::size_t>(last)] = issued_;
  }

  std::vector<double> due_;                      // bytes issued until the last that is due then
  std::array<double, most_in_flight> behind_{};  // bytes issued before each of the last transfers
  std::size_t in_flight_;
  std::size_t transfers_ = 0;
  double issued_ = 0, moved_ = 0, needed_ = 0;
};

}  // namespace spillway::latency
