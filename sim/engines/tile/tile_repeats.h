// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "hwmodels/memory/memories/cache.h"
#include "sim/engines/tile/tile_thread.h"

namespace spillway::sim {

/// Detects when a cycle of a loop changes the cache in the same way as the previous cycle, at lines
/// that are some bytes further on. The remaining cycles then need not be simulated step by step. A
/// cycle is one period of the loop (TileSteps::Loop::period).
///
/// Why this is exact: in every cycle, an access of the loop advances by the same number of bytes,
/// its stride. The class requires that accesses of different strides reach disjoint sets of lines.
/// So every line has one stride: the stride of the accesses that reach the line, or 0 if no access
/// reaches it. The class checks that in the last cycle every line in the cache advanced by its
/// stride, and that the order of use and the dirty lines stayed the same. Then every comparison of
/// addresses gives the same result as in the previous cycle: lines of one stride keep their
/// distance, and lines of different strides are never equal. By induction this holds for every
/// later cycle.
class TileRepeats {
 public:
  void begin_thread(const TileThread& thread);

  /// Returns whether the following cycles repeat the cycle that has just ended. Must be called at
  /// the start of a period of thread.loop(). `moves` is the number of moves that have been
  /// collected so far. The moves of the ended cycle are those from index first_move() on.
  bool repeats(const TileThread& thread, const Cache& cache, std::size_t moves);

  std::size_t first_move() const { return first_move_; }
  std::int64_t cycles() const { return cycles_; }     // number of following cycles that repeat
  std::int64_t iterations() const { return cycle_; }  // iterations in a cycle
  std::int64_t slots() const { return slots_; }       // issue slots in a cycle
  /// Returns the bytes by which a line advances from one cycle to the next cycle.
  std::int64_t stride_of(Address line) const;

  /// Called after the collected moves (of cache lines) were carried out and removed from the list.
  /// first_move() is an index into this list, so states that were noted before the call are not
  /// compared with later states.
  void forget_moves() { ++generation_; }

 private:
  /// Lines of one stride, from their first to their last byte.
  struct LineRange {
    Address first = 0, last = 0;
    std::int64_t stride = 0;
  };
  struct Noted {
    Cache::State state;
    std::int64_t slots = 0;
    std::size_t moves = 0;
    // Value of generation_ when the state was noted; 0 = no state noted.
    std::uint64_t generation = 0;
    std::int64_t left = 0;  // iterations of the loop that were left
  };

  bool goes_on(const TileThread& thread, const Cache& cache, const Noted& before, const Noted& now);
  bool find_line_ranges(const TileThread& thread, Address line_bytes);
  bool are_apart(const TileThread& thread, Address line_bytes);

  std::vector<Noted> noted_;  // one state for each loop
  std::vector<LineRange> line_ranges_;
  std::int64_t cycle_ = 1, cycles_ = 0;
  std::uint64_t generation_ = 1;
  std::size_t first_move_ = 0;
  std::int64_t slots_ = 0;
};

}  // namespace spillway::sim
