// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "hwmodels/program.h"

namespace spillway::sim {

/// A thread's steps, prepared for a fast simulation. Only touches (accesses to memories with a
/// cache), loads, and the loops around touches and loads are kept. The issue slots between these
/// steps are summed up.
class TileSteps {
 public:
  enum class Kind : std::uint8_t { slots, loop_end, touch, load, finished };
  struct Step {
    Kind kind = Kind::finished;
    // Index into the loops, the touches (accesses to cached memory) or Program::loads.
    std::uint32_t index = 0;
    std::int64_t slots = 0;  // issue slots before the step
  };
  struct Reach {
    std::int64_t below = 0, above = 0;
  };
  struct Loop {
    std::uint32_t body = 0;  // index of the first step of the loop
    std::uint32_t depth = 0;
    std::uint32_t first_touch = 0, end_touch = 0;
    std::uint32_t end = 0;  // index of the step that ends the loop
    std::int64_t iterations = 1;
    std::int64_t left = 1;
    /// Number of iterations, a power of two, in which every touch (access to cached memory)
    /// advances by whole cache lines. TileRepeats compares the cache after every period. 0 = the
    /// loop is simulated without TileRepeats: it contains loads, tables or touches of several
    /// memories, has few iterations, or its period would be long.
    std::int64_t period = 0;
    /// Empty if `period` is 0. Otherwise, for each touch (access to cached memory) of the loop: how
    /// many bytes below and above its address it reaches within one iteration, because of the loops
    /// inside this loop.
    std::vector<Reach> reaches;
  };
  struct Touch {
    Address address = 0;  // the address of the access, without the offset that comes from a table
    std::int32_t bytes = 0;
    std::int32_t table_entry = 0;  // bytes of an entry of the table; 0 = no table
    std::uint8_t memory = 0;
    bool write = false;
    std::array<std::int32_t, max_loop_depth> stride{};
  };

  /// `line_bytes[m]` is the line size of the cache in front of memory m, or 0 if memory m has no
  /// cache. Accesses to memories without a cache take only the time of their issue slots.
  TileSteps(const Program& program, Range steps, const std::vector<std::int32_t>& line_bytes);

  const Step& step(std::uint32_t number) const { return steps_[number]; }
  const Touch& touch(std::uint32_t number) const { return touches_[number]; }

  /// Ends an iteration of a loop. Returns whether another iteration follows.
  bool again(std::uint32_t loop) {
    Loop& ended = loops_[loop];
    if (--ended.left > 0) {
      for (std::uint32_t t = ended.first_touch; t < ended.end_touch; ++t) {
        touches_[t].address += static_cast<Address>(touches_[t].stride[ended.depth]);
      }
      return true;
    }
    ended.left = ended.iterations;
    for (std::uint32_t t = ended.first_touch; t < ended.end_touch; ++t) {
      touches_[t].address -=
          static_cast<Address>((ended.iterations - 1) * touches_[t].stride[ended.depth]);
    }
    return false;
  }
  const Loop& loop(std::uint32_t number) const { return loops_[number]; }
  std::size_t loops() const { return loops_.size(); }
  /// Skips `iterations` iterations of the loop. Must be called at the start of an iteration.
  /// Returns whether any iterations are left.
  bool skip(std::uint32_t loop, std::int64_t iterations) {
    Loop& skipped = loops_[loop];
    const bool more = skipped.left > iterations;
    const std::int64_t by = more ? iterations : skipped.left - skipped.iterations;
    for (std::uint32_t t = skipped.first_touch; t < skipped.end_touch; ++t) {
      touches_[t].address += static_cast<Address>(by * touches_[t].stride[skipped.depth]);
    }
    skipped.left = more ? skipped.left - iterations : skipped.iterations;
    return more;
  }

  /// Returns the bytes that the steps read (or write) in a memory without a cache.
  Bytes untimed_bytes(std::size_t memory, bool write) const {
    return untimed_[memory * 2 + (write ? 1 : 0)];
  }

 private:
  struct Open;

  void add_touch(const TileTouch& touch, std::int64_t iterations);
  void push(Kind kind, std::uint32_t index);
  void close(const Open& loop);
  std::int64_t period_of(const Loop& loop) const;

  const std::vector<std::int32_t>& line_bytes_;  // only used by the constructor
  std::vector<Step> steps_;
  std::vector<Loop> loops_;
  std::vector<Touch> touches_;
  // For each touch (access to cached memory): how many bytes it reaches below and above its
  // address, over all loops closed so far.
  std::vector<Reach> reach_;
  std::vector<Bytes> untimed_;  // memory x {read, write}
  std::int64_t slots_ = 0;      // issue slots after the last step
};

}  // namespace spillway::sim
