// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "sim/accounts/ledger.h"
#include "sim/kernel/checkpoint.h"

namespace spillway::sim {

/// What the command parser was doing when, so that time in which the engines had no work can be
/// booked to the reason why none was issued.
class ProcessorLog {
 public:
  void reset() {
    segments_.clear();
    next_ = 0;
  }

  void keep_in(Checkpoint& checkpoint) { checkpoint.keep(segments_, next_); }

  void append(Picoseconds end, Category category) {
    if (segments_.empty() || end > segments_.back().end) segments_.push_back({end, category});
  }

  /// Books the ledger's open time up to `until`; where the log says nothing, as overhead.
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
