// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <systemc>
#include <utility>
#include <vector>

#include "hwmodels/memory/memories/cache.h"
#include "hwmodels/table_values.h"
#include "sim/engines/run_context.h"
#include "sim/engines/tile/tile_repeats.h"
#include "sim/engines/tile/tile_thread.h"
#include "sim/port/request.h"

namespace spillway::sim {

/// A processor that runs kernels in software: hardware threads that issue in turn, block on line
/// fills and evictions of their caches, and copy from flash word by word.
///
/// Where no other master can come to its memories it runs ahead of simulated time within a task and
/// catches up at its end. One thread then moves its lines in chains, because what a cache does does
/// not depend on when; several meet in the cache in order of time. Beside background masters every
/// line is asked for at its time.
class TileEngine {
 public:
  void configure(RunContext& context);

  /// Runs a task from `start`; books its time and returns its end. Caches keep their lines from
  /// task to task. To be called from a SystemC process, which it suspends while it shares a port.
  Picoseconds run(const TileTask& task, Picoseconds start);

  Picoseconds busy() const { return busy_; }

 private:
  struct ThreadState {
    ThreadState(TileSteps steps, std::size_t memories)
        : thread(std::move(steps)), stalls(memories, 0) {}

    TileThread thread;
    std::vector<Picoseconds> stalls;  // per memory
    Picoseconds stalled = 0;
    TileSteps::Kind event = TileSteps::Kind::slots;  // what comes at local_time()
    // Beside background masters: the lines that it waits for, and the one on its way.
    std::vector<LineMove> lines;
    std::size_t next_line = 0;
    Access access;
    Request request;
    bool asked = false;
  };
  /// The command to a load's source that is being worked through.
  struct LoadCommand {
    Picoseconds begin = 0;
    Picoseconds duration = 0;
    Bytes bytes = 0;
    Bytes landed = 0;
  };

  std::vector<ThreadState> threads_of(const TileTask& task);
  Picoseconds local_time(const ThreadState& state) const;
  /// The same without its waits.
  Picoseconds own_time(const ThreadState& state) const;
  Picoseconds time_of_slot(std::int64_t slot) const;
  bool is_shared(std::size_t memory) const;

  // Alone: one thread, several threads.
  void run_alone(ThreadState& state, OperatorIndex op);
  void jump(ThreadState& state, OperatorIndex op);
  void run_together(std::vector<ThreadState>& states, OperatorIndex op);
  void move_collected(ThreadState& state, OperatorIndex op);
  Picoseconds move_now(std::uint8_t memory, OperatorIndex op, Picoseconds at);
  void collect(ThreadState& state);
  void collect_range(Cache& cache, Address first, Address last, bool write, Picoseconds ready);
  void collect_moves(const LineMoves& moves, Address line, Picoseconds ready);

  // Beside background masters (tile_shared.cpp).
  void run_shared(std::vector<ThreadState>& states, OperatorIndex op);
  void handle_event(ThreadState& state, OperatorIndex op);
  void ask(ThreadState& state, OperatorIndex op);
  void take_lines(std::vector<ThreadState>& states);
  void wait_for_command(Request& request);
  Picoseconds move_shared(std::uint8_t memory, OperatorIndex op, Picoseconds at);

  void load(ThreadState& state, OperatorIndex op);
  Picoseconds command_done(const Access& access, OperatorIndex op);
  void land(const TileLoad& load, OperatorIndex op);
  void report_lost_words(const TileLoad& load, OperatorIndex op, Picoseconds moved);
  void wait_for_loads(ThreadState& state, const TileLoad& load);
  void stall(ThreadState& state, std::size_t memory, Picoseconds duration);
  void count_untimed(const std::vector<ThreadState>& states, OperatorIndex op, Picoseconds end);
  void book(const ThreadState& critical, Picoseconds start, Picoseconds end);

  RunContext* context_ = nullptr;
  std::vector<std::optional<Cache>> caches_;  // by memory
  std::vector<std::int32_t> line_bytes_;      // of the cache of a memory; 0 = it has none
  std::vector<bool> background_;              // by memory: another master uses its port
  bool shares_ = false;                       // a port of a timed memory
  TableValues table_values_;
  std::int64_t cycles_per_slot_ = 1;
  Picoseconds start_ = 0;
  std::vector<LineMove> moves_;  // collected, of memory moves_memory_
  std::uint8_t moves_memory_ = 0;
  std::vector<std::int64_t> move_slots_;  // at which its thread, alone, came to them
  TileRepeats repeats_;
  struct Repeated {
    LineMove move;
    std::int64_t slots = 0;
    std::int64_t stride = 0;
  };
  std::vector<Repeated> iteration_;  // that jump() repeats
  LoadCommand command_;
  Picoseconds loads_done_ = 0;  // of those that nobody waited for where they were started
  Event line_came_, command_came_;
  Picoseconds busy_ = 0;
};

}  // namespace spillway::sim
