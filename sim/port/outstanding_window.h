// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "base/units.h"

namespace spillway::sim {

/// Limit of bursts in flight. Burst i may go when burst i - limit has completed; completions count
/// in the order in which they become known.
class OutstandingWindow {
 public:
  static constexpr std::uint32_t largest = 256;

  /// `limit` 0 or above `largest` = none.
  void reset(std::int32_t limit) {
    limit_ = limit > 0 && limit <= static_cast<std::int32_t>(largest)
                 ? static_cast<std::uint32_t>(limit)
                 : 0;
    submitted_ = completed_ = oldest_ = 0;
    next_ = 0;
    std::size_t places = 1;
    while (places < limit_) places *= 2;
    done_.assign(limit_ > 0 ? places : 0, 0);
    mask_ = static_cast<std::uint32_t>(places) - 1;
  }

  bool limited() const { return limit_ > 0; }

  /// False while the completion that frees the next place is not known yet.
  bool known() const { return limit_ == 0 || submitted_ < completed_ + limit_; }

  /// Time from which the next burst may go. Requires known().
  Picoseconds ready() const {
    return limit_ == 0 || submitted_ < limit_ ? 0 : done_[(submitted_ - limit_) & mask_];
  }

  /// submit() and complete() of a burst whose completion is known at once. A window is used either
  /// through this or through those two from one reset to the next. Returns next().
  Picoseconds move(Picoseconds done) {
    if (limit_ == 0) return 0;
    done_[oldest_] = done;
    oldest_ = oldest_ + 1 == limit_ ? 0 : oldest_ + 1;
    next_ = done_[oldest_];
    return next_;
  }

  /// ready() where every burst goes through move().
  Picoseconds next() const { return next_; }

  /// The last of so many bursts more, one at least, goes no earlier, where every burst goes through
  /// move().
  Picoseconds least_next(std::int64_t bursts) const {
    if (limit_ == 0) return 0;
    const std::int64_t ahead = bursts < limit_ ? bursts - 1 : limit_ - 1;
    const auto place = oldest_ + static_cast<std::uint32_t>(ahead);
    return done_[place < limit_ ? place : place - limit_];
  }

  void submit() { ++submitted_; }
  void complete(Picoseconds done) {
    if (limit_ > 0) done_[completed_++ & mask_] = done;
  }

 private:
  std::uint32_t limit_ = 0;
  std::uint32_t submitted_ = 0;
  std::uint32_t completed_ = 0;
  std::uint32_t oldest_ = 0;       // of move(): place of the burst that went `limit` bursts ago
  Picoseconds next_ = 0;           // of move(): from which the next burst may go
  std::uint32_t mask_ = 0;         // of a burst's number, for its place among done_
  std::vector<Picoseconds> done_;  // of the last ones, a power of two
};

}  // namespace spillway::sim
