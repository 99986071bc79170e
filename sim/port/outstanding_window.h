// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "base/units.h"

namespace spillway::sim {

/// Limits the bursts in flight: burst number i may begin at the time of completion number i -
/// limit. Completions are numbered in the order in which they become known.
class OutstandingWindow {
 public:
  static constexpr std::uint32_t largest = 256;

  /// Puts the window into its state at the begin of a run. A `limit` of 0 or above `largest` means
  /// no limit.
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

  /// Whether the completion at which the limit permits the next burst is already known.
  bool known() const { return limit_ == 0 || submitted_ < completed_ + limit_; }

  /// Returns the earliest time at which the limit permits the next burst. Requires known().
  Picoseconds ready() const {
    return limit_ == 0 || submitted_ < limit_ ? 0 : done_[(submitted_ - limit_) & mask_];
  }

  /// Does the work of submit() and complete() for a burst whose completion is known at its grant.
  /// Returns next(). Between two resets, a window must be used either through move() only, or
  /// through submit() and complete() only.
  Picoseconds move(Picoseconds done) {
    if (limit_ == 0) return 0;
    done_[oldest_] = done;
    oldest_ = oldest_ + 1 == limit_ ? 0 : oldest_ + 1;
    next_ = done_[oldest_];
    return next_;
  }

  /// Returns the earliest time at which the limit permits the next burst, for windows that are used
  /// through move().
  Picoseconds next() const { return next_; }

  /// Returns a lower bound of the time at which the last of the next `bursts` bursts (at least one)
  /// can begin, for windows that are used through move().
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
  // Used by move(): the place in done_ of the burst that began `limit` bursts ago.
  std::uint32_t oldest_ = 0;
  // Used by move(): the earliest time at which the limit permits the next burst.
  Picoseconds next_ = 0;
  std::uint32_t mask_ = 0;  // maps the number of a burst to its place in done_
  // The completions of the last bursts. The size of the vector is a power of two.
  std::vector<Picoseconds> done_;
};

}  // namespace spillway::sim
