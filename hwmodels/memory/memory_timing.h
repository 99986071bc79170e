// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>

#include "base/units.h"
#include "hwmodels/memory/dram/command.h"

namespace spillway {

/// One burst as it reaches a memory. Arrivals never decrease from one submit() to the next.
struct Burst {
  Address address = 0;
  std::int32_t bytes = 0;
  bool write = false;
  std::uint32_t tag = 0;  // set by the caller and returned unchanged
  Picoseconds arrival = 0;
};

struct Completion {
  std::uint32_t tag = 0;
  Picoseconds first_data = 0;  // when data begin to move
  Picoseconds done = 0;  // when the last beat has been delivered (read) or finally accepted (write)
  // The time at which the burst frees its place among the bursts in flight, if this time is later
  // than `done`; otherwise 0.
  Picoseconds left = 0;
};

/// Consecutive cache lines that a master moves one after the other, all reads or all writes.
struct LineMove {
  Address address = 0;
  // The time at which the master would request the first line if it never had to wait for earlier
  // lines.
  Picoseconds ready = 0;
  std::int32_t lines = 1;
  bool write = false;
};

/// The line moves of a master that never has more than one line in flight. The master requests the
/// first line of a move at `ready + waited`, and each later line when the previous line has
/// arrived.
struct LineChain {
  const LineMove* moves = nullptr;
  std::size_t count = 0;
  std::int32_t line_bytes = 0;
  // The total time for which the master has waited for lines of this chain.
  Picoseconds waited = 0;
  std::size_t next = 0;    // index of the current move
  std::int32_t moved = 0;  // lines of the current move that have arrived
  // Totals over all lines that were moved since the caller last cleared these members.
  std::array<std::int64_t, 2> lines{};     // numbers of lines read and written
  std::array<Picoseconds, 2> last_done{};  // last completion of each direction
  Picoseconds data_time = 0;               // time in which the data of the lines moved
  Picoseconds last_requested = 0;
  Picoseconds done = 0;  // completion of the last line

  bool finished() const { return next == count; }
  /// Returns the time at which the next line is requested. Requires !finished().
  Picoseconds asks_at() const { return moves[next].ready + waited; }
};

/// The largest numbers of bursts that may be in flight at a memory at once; 0 = no limit. A burst
/// is in flight from the memory's decision to serve it until Completion::done or, if it is later,
/// Completion::left.
struct OutstandingLimits {
  std::int32_t reads = 0;
  std::int32_t writes = 0;
  std::int32_t both = 0;
};

/// Counters of a memory since its reset. A counter stays 0 if the model does not count it.
struct MemoryStatistics {
  std::int64_t bursts = 0;    // bursts of the device itself, such as column commands of a DRAM
  std::int64_t row_hits = 0;  // bursts to an open row, without the first after each activate
  std::int64_t activates = 0;
  std::int64_t reads = 0;  // bursts that were reads
  std::int64_t refreshes = 0;
  Picoseconds data_busy = 0;  // time in which data buses moved data, summed over all channels
  Picoseconds last_data = 0;  // end of the last data on the bus
  std::int32_t channels = 1;
};

/// The energy that a DRAM took from its supply, in picojoules.
struct MemoryEnergy {
  double activate = 0;  // activates with their precharges
  double read = 0;
  double write = 0;
  double refresh = 0;
  double active_standby = 0;     // while some bank is open
  double precharge_standby = 0;  // while all banks are closed
  double power_down = 0;
  double self_refresh = 0;

  double standby() const { return active_standby + precharge_standby + power_down + self_refresh; }
  double total() const { return activate + read + write + refresh + standby(); }
};

/// Computes when a memory serves bursts. The class does not depend on SystemC, ports or networks. A
/// memory holds up to window() bursts, which it may serve in another order than they arrived. The
/// caller submits bursts that have arrived and takes completions one by one:
///
///   while (!memory.full() && something arrives by now) memory.submit(burst);
///   if (memory.pending() && memory.next_decision() <= now) use(memory.complete_one());
///
/// An in-order memory has a window of 1.
class MemoryTiming {
 public:
  virtual ~MemoryTiming() = default;

  /// Returns to the state before the first burst of a run.
  virtual void reset() = 0;

  /// Returns a copy of the memory in its present state, from which a simulation can continue later;
  /// null if the model does not support copies. The copy may be continued with another plan, in
  /// which data have other addresses. So in a model that supports copies, times must not depend on
  /// addresses, except for the offset of an address within a burst of the port.
  virtual std::unique_ptr<MemoryTiming> clone() const { return nullptr; }

  virtual int window() const = 0;
  virtual int pending() const = 0;
  bool full() const { return pending() >= window(); }

  /// Submits a burst. Requires !full().
  virtual void submit(const Burst& burst) = 0;

  /// Returns the time at which the memory decides which pending burst it serves next. Bursts that
  /// arrive later have no influence on this decision. Requires pending() > 0.
  virtual Picoseconds next_decision() const = 0;

  /// Serves one pending burst. Requires pending() > 0.
  virtual Completion complete_one() = 0;

  /// Does the work of submit() and complete_one() in one call. Requires pending() == 0.
  virtual Completion serve_at_once(const Burst& burst) {
    submit(burst);
    return complete_one();
  }

  /// Whether move_chain() supports lines of this size.
  virtual bool moves_chains(std::int32_t /*line_bytes*/) const { return false; }

  /// Moves the cache lines of a chain (a master's lines, one after the other) that are requested
  /// before `horizon`, with exactly the times that submit() and complete_one() of each line would
  /// give. Data reach the master `overhead` later than the memory delivers them. Requires pending()
  /// == 0, moves_chains() and addresses that are multiples of the line size.
  virtual void move_chain(LineChain& /*chain*/, Picoseconds /*horizon*/, Picoseconds /*overhead*/) {
  }

  /// Returns the limits on outstanding bursts that the memory itself enforces (such as MAXR, the
  /// number of outstanding reads of a timing adapter): a burst beyond a limit waits until an
  /// earlier burst is done. A caller that arbitrates between masters should not submit a burst
  /// beyond the limit, because a submitted read that cannot start would hold up later writes.
  virtual OutstandingLimits outstanding() const { return {}; }

  /// Returns a rate in bytes per second that no access pattern exceeds; 0 = unlimited. Exception:
  /// bursts can exceed the rate of a TimingAdapterMemory.
  virtual std::int64_t peak_bytes_per_second() const = 0;

  virtual MemoryStatistics statistics() const { return {}; }

  /// Returns the energy from the reset to `end`; nullopt if the memory's currents are not known.
  virtual std::optional<MemoryEnergy> energy(Picoseconds /*end*/) const { return std::nullopt; }

  /// Returns how long the memory has been selected (by its chip select) since its reset; 0 for
  /// memories whose power does not depend on this time.
  virtual Picoseconds active() const { return 0; }

  /// From now on, sends the commands of a DRAM to `sink`. Commands of one channel come in order of
  /// time, each as soon as no later burst can change the command. Does nothing for other memories.
  // NOLINTNEXTLINE(performance-unnecessary-value-param): a DRAM stores the sink.
  virtual void record_commands(dram::CommandSink /*sink*/) {}
};

}  // namespace spillway
