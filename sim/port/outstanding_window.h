// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "base/units.h"

namespace spillway::sim {

/// Stands for a time that is not known, because it depends on a decision that has still to be made
/// or because the event will not happen. As the largest value of its type, it is ignored by
/// std::min().
constexpr Picoseconds never = std::numeric_limits<Picoseconds>::max();

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
    in_flight_ = oldest_ = completed_ = 0;
    next_ = 0;
    done_.assign(limit_, 0);
  }

  bool limited() const { return limit_ > 0; }

  /// Returns the earliest time at which the limit permits the next burst; `never` = not known,
  /// because too many completions are not known yet.
  Picoseconds next() const { return next_; }

  /// Notes that a burst begins. Requires that next() is known.
  void submit() {
    if (limit_ == 0) return;
    oldest_ = after(oldest_);
    next_ = ++in_flight_ < limit_ ? done_[oldest_] : never;
  }
  /// Notes the completion of a burst that has begun.
  void complete(Picoseconds done) {
    if (limit_ == 0) return;
    done_[completed_] = done;
    completed_ = after(completed_);
    --in_flight_;
    next_ = done_[oldest_];
  }
  /// Does the work of submit() and complete() for a burst whose completion is known at its grant.
  /// Requires that the completions of all earlier bursts are known. Returns next().
  Picoseconds move(Picoseconds done) {
    if (limit_ == 0) return 0;
    done_[oldest_] = done;
    oldest_ = completed_ = after(oldest_);
    next_ = done_[oldest_];
    return next_;
  }

  /// Returns a lower bound of the time at which the last of the next `bursts` bursts (at least one)
  /// can begin. Requires that the completions of all earlier bursts are known.
  Picoseconds least_next(std::int64_t bursts) const {
    if (limit_ == 0) return 0;
    const std::int64_t ahead = bursts < limit_ ? bursts - 1 : limit_ - 1;
    const auto place = oldest_ + static_cast<std::uint32_t>(ahead);
    return done_[place < limit_ ? place : place - limit_];
  }

 private:
  std::uint32_t after(std::uint32_t place) const { return place + 1 == limit_ ? 0 : place + 1; }

  std::uint32_t limit_ = 0;
  // Bursts that have begun and whose completion is not known.
  std::uint32_t in_flight_ = 0;
  // The place in done_ of the completion at which the limit permits the next burst.
  std::uint32_t oldest_ = 0;
  // The place in done_ of the next completion.
  std::uint32_t completed_ = 0;
  Picoseconds next_ = 0;
  // The last `limit` completions, in a ring. Places of bursts that have not begun yet are 0.
  std::vector<Picoseconds> done_;
};

}  // namespace spillway::sim
