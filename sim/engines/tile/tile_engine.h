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

/// A processor that runs kernels in software. Its hardware threads issue instructions in rotation,
/// wait for line fills and evictions of their caches, and copy from flash word by word.
///
/// If no other master uses the processor's memories, the engine computes a whole task at once,
/// before simulated time advances. If such a task has a single thread, the cache is simulated first
/// and its lines are then moved in chains, because hits and misses do not depend on time. If such a
/// task has several threads, the threads access the cache in order of time. If background masters
/// use the port of a memory, too, the processor's requests to this memory are made at their
/// simulated times.
class TileEngine {
 public:
  void configure(RunContext& context);

  /// Runs a task from `start`, books its time and returns its end. Caches keep their lines from
  /// task to task. Must be called from a simulated process. This process is suspended if the tile
  /// shares a port.
  Picoseconds run(const TileTask& task, Picoseconds start);

  Picoseconds busy() const { return busy_; }

 private:
  struct ThreadState {
    ThreadState(TileSteps steps, std::size_t memories)
        : thread(std::move(steps)), stalls(memories, 0) {}

    TileThread thread;
    std::vector<Picoseconds> stalls;  // stall time for each memory
    Picoseconds stalled = 0;
    // The next event of the thread, at local_time().
    TileSteps::Kind event = TileSteps::Kind::slots;
    // The lines for which the thread waits, the index of the line that is requested next, and the
    // access of this request. All three are only used if background masters share the memories.
    std::vector<LineMove> lines;
    std::size_t next_line = 0;
    Access access;
    Request request;
    bool requested = false;
  };
  /// The last command that the tile has sent to a source of loads, such as the flash. Several loads
  /// can share one command.
  struct LoadCommand {
    Picoseconds begin = 0;
    Picoseconds duration = 0;
    Bytes bytes = 0;
    Bytes landed = 0;
  };

  std::vector<ThreadState> threads_of(const TileTask& task);
  Picoseconds local_time(const ThreadState& state) const;
  /// Returns the time that the thread has reached, without the time in which it stalled.
  Picoseconds own_time(const ThreadState& state) const;
  Picoseconds time_of_slot(std::int64_t slot) const;
  bool is_shared(std::size_t memory) const;

  // Functions for a tile whose cached memories no other master uses. run_alone() runs a single
  // thread; run_together() runs several threads.
  void run_alone(ThreadState& state, OperatorIndex op);
  void jump(ThreadState& state, OperatorIndex op);
  void run_together(std::vector<ThreadState>& states, OperatorIndex op);
  void move_collected(ThreadState& state, OperatorIndex op);
  Picoseconds move_now(std::uint8_t memory, OperatorIndex op, Picoseconds at);
  void collect(ThreadState& state);
  void collect_range(Cache& cache, Address first, Address last, bool write, Picoseconds ready);
  void collect_moves(const LineMoves& moves, Address line, Picoseconds ready);

  // Functions for a tile that shares memories with background masters (tile_shared.cpp).
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
  std::vector<std::optional<Cache>> caches_;  // caches of the memories, by index
  // The line size of each memory's cache; 0 = the memory has no cache.
  std::vector<std::int32_t> line_bytes_;
  std::vector<bool> background_;  // per memory: whether a background master uses its port
  bool shares_ = false;  // whether a background master uses the port of a memory that has a cache
  TableValues table_values_;
  std::int64_t cycles_per_slot_ = 1;
  Picoseconds start_ = 0;
  std::vector<LineMove> moves_;  // line moves collected so far, all of memory moves_memory_
  std::uint8_t moves_memory_ = 0;
  // For each of `moves_`, the issue slot of its access, if only one thread runs.
  std::vector<std::int64_t> move_slots_;
  TileRepeats repeats_;
  struct RepeatedMove {
    LineMove move;
    std::int64_t slots = 0;
    std::int64_t stride = 0;
  };
  // The moves of the last cycle (TileRepeats) of a loop that was simulated step by step; jump()
  // repeats these moves for later cycles.
  std::vector<RepeatedMove> repeated_moves_;
  LoadCommand command_;
  Picoseconds loads_done_ = 0;  // time at which all asynchronous loads have ended
  Event line_came_, command_came_;
  Picoseconds busy_ = 0;
};

}  // namespace spillway::sim
