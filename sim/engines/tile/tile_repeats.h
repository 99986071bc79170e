// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "hwmodels/memory/memories/cache.h"
#include "sim/engines/tile/tile_thread.h"

namespace spillway::sim {

/// Finds out when a cycle of a loop, up to eight of its periods, does to a cache what the one
/// before did, some lines further on, so that the rest of them need not be stepped through.
///
/// Touches of a loop move on by the same number of lines in every cycle. Where the lines that
/// touches of different strides reach in these cycles are apart, every line has one stride, that of
/// the touches that reach it, and 0 if none does. If every line in the cache has moved by its
/// stride since the last cycle began, and use and dirt are the same, then every comparison of the
/// cycle comes out as before: lines of one stride stay as far from each other, lines of different
/// strides are never the same. So does every cycle to come.
class TileRepeats {
 public:
  void begin_thread(const TileThread& thread);

  /// At the start of a period of thread.loop(), `moves` so far being collected: whether cycles to
  /// come repeat the one that has ended, whose moves are then those from first_move() on.
  bool repeats(const TileThread& thread, const Cache& cache, std::size_t moves);

  std::size_t first_move() const { return first_move_; }
  std::int64_t cycles() const { return cycles_; }     // that repeat
  std::int64_t iterations() const { return cycle_; }  // of a cycle
  std::int64_t slots() const { return slots_; }       // of a cycle
  /// By which a line goes on from cycle to cycle, in bytes.
  std::int64_t stride_of(Address line) const;

  /// Moves were handed on: what was noted of them before is gone.
  void forget_moves() { ++generation_; }

 private:
  /// Lines of one stride, first and last bytes.
  struct Stretch {
    Address first = 0, last = 0;
    std::int64_t stride = 0;
  };
  struct Noted {
    Cache::State state;
    std::int64_t slots = 0;
    std::size_t moves = 0;
    std::uint64_t generation = 0;  // 0 = nothing noted
    std::int64_t left = 0;         // iterations
  };

  bool goes_on(const TileThread& thread, const Cache& cache, const Noted& before, const Noted& now);
  bool find_stretches(const TileThread& thread, Address line_bytes);
  bool are_apart(const TileThread& thread, Address line_bytes);

  std::vector<Noted> noted_;  // per loop
  std::vector<Stretch> stretches_;
  std::int64_t cycle_ = 1, cycles_ = 0;
  std::uint64_t generation_ = 1;
  std::size_t first_move_ = 0;
  std::int64_t slots_ = 0;
};

}  // namespace spillway::sim
