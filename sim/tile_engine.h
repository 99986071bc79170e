// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "hwmodels/memory/memories/cache.h"
#include "hwmodels/xcore/kernels/table_values.h"
#include "sim/run_context.h"
#include "sim/tile_thread.h"

namespace spillway::sim {

/// A processor that runs kernels in software: hardware threads that issue in turn, block on line
/// fills and evictions of their caches, and copy from flash word by word. It runs ahead of
/// simulated time within a task and catches up at its end; while it runs, it is the only master of
/// its memories.
class TileEngine {
 public:
  void configure(RunContext& context);

  /// Runs a task from `start`; books its time and returns its end. Caches keep their lines from
  /// task to task.
  Picoseconds run(const TileTask& task, Picoseconds start);

  Picoseconds busy() const { return busy_; }

 private:
  struct ThreadState {
    TileThread thread;
    std::vector<Picoseconds> stalls;  // per memory
    Picoseconds stalled = 0;
    bool finished = false;
  };
  /// The command to a load's source that is being worked through.
  struct LoadCommand {
    Picoseconds begin = 0;
    Picoseconds duration = 0;
    Bytes bytes = 0;
    Bytes landed = 0;
  };

  Picoseconds local_time(const ThreadState& state) const;
  void step(ThreadState& state, OperatorIndex op);
  void touch(ThreadState& state, OperatorIndex op);
  void load(ThreadState& state, OperatorIndex op);
  void land(const TileLoad& load, OperatorIndex op);
  void report_lost_words(const TileLoad& load, OperatorIndex op, Picoseconds moved);
  Picoseconds move_lines(std::uint8_t memory, const LineMoves& moves, Address line,
                         OperatorIndex op, Picoseconds at);
  Picoseconds fill_lines(std::uint8_t memory, Address line, std::int32_t count, OperatorIndex op,
                         Picoseconds at);
  void stall(ThreadState& state, std::size_t memory, Picoseconds duration);
  void count_untimed(const std::vector<ThreadState>& states, OperatorIndex op, Picoseconds end);
  void book(const ThreadState& critical, Picoseconds start, Picoseconds end);

  RunContext* context_ = nullptr;
  std::vector<std::optional<Cache>> caches_;  // by memory
  std::vector<bool> timed_;
  xcore::TableValues table_values_;
  std::int64_t cycles_per_slot_ = 1;
  bool alone_ = true;  // one thread: no line is moved before the one before it has arrived
  Picoseconds start_ = 0;
  LoadCommand command_;
  Picoseconds busy_ = 0;
};

}  // namespace spillway::sim
