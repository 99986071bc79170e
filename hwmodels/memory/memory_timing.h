// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>

#include "base/units.h"
#include "hwmodels/memory/dram/command.h"

namespace spillway {

/// One burst as a memory sees it. Arrivals never decrease from one submit() to the next.
struct Burst {
  Address address = 0;
  std::int32_t bytes = 0;
  bool write = false;
  std::uint16_t source = 0;  // port or master, for bank conflicts and statistics
  std::uint32_t tag = 0;     // the caller's, handed back unchanged
  Picoseconds arrival = 0;
};

struct Completion {
  std::uint32_t tag = 0;
  Picoseconds first_data = 0;  // data starts to move
  Picoseconds done = 0;        // last beat delivered (read) or accepted for good (write)
  Picoseconds left = 0;        // its place among the bursts in flight is free; `done` if earlier
};

/// Consecutive lines that a master moves one after the other, all reads or all writes.
struct LineMove {
  Address address = 0;
  Picoseconds ready = 0;  // when its master would ask for the first if it never had to wait
  std::int32_t lines = 1;
  bool write = false;
};

/// Moves of a master that never has more than one line in flight: it asks for a line when the one
/// before it has come and its own work in between is done, that is, at `ready + waited`.
struct LineChain {
  const LineMove* moves = nullptr;
  std::size_t count = 0;
  std::int32_t line_bytes = 0;
  Picoseconds waited = 0;  // for all lines so far
  std::size_t next = 0;    // the move that is being worked on
  std::int32_t moved = 0;  // lines of it that have come
  // Of the lines moved since these were cleared.
  std::array<std::int64_t, 2> lines{};     // read, written
  std::array<Picoseconds, 2> last_done{};  // of each
  Picoseconds data_time = 0;               // for which they occupied the memory
  Picoseconds last_asked = 0;
  Picoseconds done = 0;  // the last of them

  bool finished() const { return next == count; }
  /// When the next line is asked for. Requires !finished().
  Picoseconds asks_at() const { return moves[next].ready + waited; }
};

/// Bursts that may be in flight at a memory at once, from decision to completion; 0 = no limit.
struct OutstandingLimits {
  std::int32_t reads = 0;
  std::int32_t writes = 0;
  std::int32_t both = 0;
};

/// What a memory counted since its reset; zero where the model has no such thing.
struct MemoryStatistics {
  std::int64_t bursts = 0;    // the device's own: column commands of a DRAM
  std::int64_t row_hits = 0;  // of those, found their row open
  std::int64_t activates = 0;
  std::int64_t reads = 0;  // of the bursts
  std::int64_t refreshes = 0;
  Picoseconds data_busy = 0;  // the data bus moved data, all channels together
  Picoseconds last_data = 0;  // end of the last data on the bus
  std::int32_t channels = 1;
};

/// What a DRAM took from its supply, in picojoules.
struct MemoryEnergy {
  double activate = 0;  // activates with their precharges
  double read = 0;
  double write = 0;
  double refresh = 0;
  double active_standby = 0;     // some bank open
  double precharge_standby = 0;  // all banks closed
  double power_down = 0;
  double self_refresh = 0;

  double standby() const { return active_standby + precharge_standby + power_down + self_refresh; }
  double total() const { return activate + read + write + refresh + standby(); }
};

/// When bursts are served. Knows nothing of SystemC, ports or networks. A memory holds up to
/// window() bursts that it may serve in another order than they came in; the caller submits what
/// has arrived and takes completions one by one:
///
///   while (!memory.full() && something arrives by now) memory.submit(burst);
///   if (memory.pending() && memory.next_decision() <= now) use(memory.complete_one());
///
/// An in-order memory has a window of 1.
class MemoryTiming {
 public:
  virtual ~MemoryTiming() = default;

  /// Back to the state before the first burst of a run.
  virtual void reset() = 0;

  /// The memory as it is now, for whoever wants to go on from here later; null = it has no copies.
  /// Of a memory that has, times do not depend on where bursts lie, but for how they lie to a
  /// port's bursts.
  virtual std::unique_ptr<MemoryTiming> clone() const { return nullptr; }

  virtual int window() const = 0;
  virtual int pending() const = 0;
  bool full() const { return pending() >= window(); }

  /// Requires !full().
  virtual void submit(const Burst& burst) = 0;

  /// Time at which the memory decides which pending burst comes next; bursts that arrive after it
  /// have no say in that decision. Requires pending() > 0.
  virtual Picoseconds next_decision() const = 0;

  /// Serves one pending burst. Requires pending() > 0.
  virtual Completion complete_one() = 0;

  /// submit() and complete_one() in one. Requires pending() == 0.
  virtual Completion serve_at_once(const Burst& burst) {
    submit(burst);
    return complete_one();
  }

  /// Whether move_chain() can take lines of that size.
  virtual bool moves_chains(std::int32_t /*line_bytes*/) const { return false; }

  /// Moves the lines of a chain that are asked for before `horizon`: exactly what submit() and
  /// complete_one() of each would do. What has come is `overhead` later at the master than the
  /// memory has it. Requires pending() == 0, moves_chains() and addresses that are multiples of the
  /// line.
  virtual void move_chain(LineChain& /*chain*/, Picoseconds /*horizon*/, Picoseconds /*overhead*/) {
  }

  /// Limits that belong to the memory (MAXR of a timing adapter). The memory keeps them by itself:
  /// a burst too many waits for an earlier one to be done. A caller that arbitrates between masters
  /// should hold such a burst back instead, lest a write waits behind a read that may not start.
  virtual OutstandingLimits outstanding() const { return {}; }

  /// Bytes per second that no access pattern exceeds; 0 = unlimited.
  virtual std::int64_t peak_bytes_per_second() const = 0;

  virtual MemoryStatistics statistics() const { return {}; }

  /// Energy from the reset to `end`; nothing where the memory's currents are not known.
  virtual std::optional<MemoryEnergy> energy(Picoseconds /*end*/) const { return std::nullopt; }

  /// For how long it was selected since the reset, in memories whose power depends on it.
  virtual Picoseconds active() const { return 0; }

  /// Shows the commands of a DRAM to `sink` from now on, those of each channel in order of time and
  /// not before they are certain. Nothing for memories without such commands.
  // NOLINTNEXTLINE(performance-unnecessary-value-param): a memory that has commands keeps it.
  virtual void record_commands(dram::CommandSink /*sink*/) {}
};

}  // namespace spillway
