// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <vector>

#include "hwmodels/memory/memory_timing.h"

namespace spillway {

/// Keeps the number of bursts in flight within limits. If a limit is n, a burst can begin as soon
/// as the burst that began n bursts earlier is done. The caller chooses the unit of time and uses
/// it for all calls.
class InFlight {
 public:
  explicit InFlight(const OutstandingLimits& limits)
      : reads_(limits.reads), writes_(limits.writes), both_(limits.both) {}

  void reset() {
    reads_.reset();
    writes_.reset();
    both_.reset();
  }

  /// Returns the earliest time at which another read (or another write) may begin.
  std::int64_t earliest(bool write) const {
    return std::max(both_.oldest(), write ? writes_.oldest() : reads_.oldest());
  }

  /// Returns the earliest time at which a burst may begin: a read or a write, whichever is possible
  /// first.
  std::int64_t earliest() const { return std::min(earliest(false), earliest(true)); }

  void add(bool write, std::int64_t done) {
    both_.push(done);
    (write ? writes_ : reads_).push(done);
  }

 private:
  /// Completion times of the last `limit` bursts. Reads complete in the order in which they began,
  /// and so do writes. A read and a write can complete in another order than they began. Even then,
  /// a new burst waits for the burst that began first, as in a queue.
  class Ring {
   public:
    explicit Ring(std::int32_t limit) : done_(static_cast<std::size_t>(limit)) {}
    void reset() { std::fill(done_.begin(), done_.end(), 0); }
    std::int64_t oldest() const { return done_.empty() ? 0 : done_[next_]; }
    void push(std::int64_t done) {
      if (done_.empty()) return;
      done_[next_] = done;
      if (++next_ == done_.size()) next_ = 0;
    }

   private:
    std::vector<std::int64_t> done_;
    std::size_t next_ = 0;
  };

  Ring reads_, writes_, both_;
};

}  // namespace spillway
