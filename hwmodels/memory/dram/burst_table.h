// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

#include "hwmodels/memory/dram/ring.h"
#include "hwmodels/memory/memory_timing.h"

namespace spillway::dram {

/// The bursts in flight, each of one or more column commands, and the finished bursts that have not
/// been collected yet.
class BurstTable {
 public:
  explicit BurstTable(int slots) : slots_(static_cast<std::size_t>(slots)) { clear(); }

  void clear() {
    free_.clear();
    for (std::size_t i = slots_.size(); i-- > 0;) free_.push_back(static_cast<std::uint32_t>(i));
    finished_.clear();
    pending_ = 0;
  }

  int pending() const { return pending_; }

  std::uint32_t open(std::uint32_t tag, int parts) {
    const std::uint32_t slot = free_.back();
    free_.pop_back();
    slots_[slot] = {{tag, max_time, 0}, parts};
    ++pending_;
    return slot;
  }

  /// Notes that `parts` column commands of the burst have been chosen or, for writes that are
  /// acknowledged on acceptance, accepted. The last of these was chosen at the time `decided`. The
  /// data of these commands move from `first` to `done`; an accepted write is done at `done`.
  void finish_parts(std::uint32_t slot, int parts, Picoseconds decided, Picoseconds first,
                    Picoseconds done) {
    Entry& entry = slots_[slot];
    entry.completion.first_data = std::min(entry.completion.first_data, first);
    entry.completion.done = std::max(entry.completion.done, done);
    entry.parts -= parts;
    if (entry.parts > 0) return;
    finished_.push({entry.completion, decided});
    free_.push_back(slot);
  }

  bool any_finished() const { return !finished_.empty(); }
  Picoseconds first_finished() const { return finished_.front().decided; }
  Completion collect() {
    const Completion completion = finished_.front().completion;
    finished_.pop();
    --pending_;
    return completion;
  }

 private:
  static constexpr Picoseconds max_time = std::numeric_limits<Picoseconds>::max();
  struct Entry {
    Completion completion;
    int parts = 0;
  };
  struct Finished {
    Completion completion;
    Picoseconds decided = 0;
  };

  std::vector<Entry> slots_;
  std::vector<std::uint32_t> free_;
  Ring<Finished> finished_;
  int pending_ = 0;
};

}  // namespace spillway::dram
