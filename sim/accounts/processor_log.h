// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "sim/accounts/ledger.h"
#include "sim/kernel/saved_state.h"

namespace spillway::sim {

/// Records the times in which the command parser issued no work, with the reason, for example a
/// wait for a DMA transfer. The ledger books time in which no engine worked to these reasons.
class ProcessorLog {
 public:
  void reset() {
    segments_.clear();
    next_ = 0;
  }

  void save_in(SavedState& state) { state.save(segments_, next_); }

  void append(Picoseconds end, Category category) {
    if (segments_.empty() || end > segments_.back().end) segments_.push_back({end, category});
  }

  /// Books the time from the ledger's last booking to `until`. The time is booked to the categories
  /// that this log recorded; time without a record in the log is booked as overhead.
  void book(Ledger& ledger, Picoseconds until) {
    while (next_ < segments_.size() && ledger.booked_until() < until) {
      const Segment& segment = segments_[next_];
      ledger.book(std::min(segment.end, until), segment.category);
      if (segment.end > until) return;
      ++next_;
    }
    ledger.book(until, overhead);
  }

 private:
  struct Segment {
    Picoseconds end;
    Category category;
  };
  std::vector<Segment> segments_;
  std::size_t next_ = 0;
};

}  // namespace spillway::sim
