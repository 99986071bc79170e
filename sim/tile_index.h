// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "hwmodels/program.h"

namespace spillway::sim {

/// What a thread's steps amount to before they run: where loops end, which of them can be jumped
/// over because nothing in them reaches a timed memory, and the bytes moved in untimed ones.
class TileIndex {
 public:
  /// `timed[m]`: touches of memory m stall (it lies behind a cache).
  TileIndex(const Program& program, Range steps, const std::vector<bool>& timed);

  bool jumps(std::uint32_t step) const { return !entry(step).timed; }
  std::uint32_t end_of(std::uint32_t step) const { return entry(step).end; }
  /// Slots of the whole loop that begins at `step`, all iterations.
  std::int64_t loop_slots(std::uint32_t step) const { return entry(step).slots; }

  bool is_timed(std::size_t memory) const { return timed_[memory]; }
  Bytes untimed_bytes(std::size_t memory, bool write) const {
    return untimed_[memory * 2 + (write ? 1 : 0)];
  }

 private:
  struct Entry {
    std::uint32_t end = 0;
    std::int64_t slots = 0;
    bool timed = false;
  };

  const Entry& entry(std::uint32_t step) const { return entries_[step - first_]; }
  void close_loop(std::vector<std::uint32_t>& open, std::uint32_t end, const Program& program);

  std::uint32_t first_;
  std::vector<Entry> entries_;
  std::vector<bool> timed_;     // by memory
  std::vector<Bytes> untimed_;  // memory x {read, write}
};

}  // namespace spillway::sim
