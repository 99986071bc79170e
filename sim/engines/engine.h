// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "sim/engines/run_context.h"
#include "sim/kernel/saved_state.h"
#include "traces/npu_counters.h"

namespace spillway::sim {

/// A part of the chip that executes commands of a program: a processor's pipeline, its core, the
/// DMA, the host. The command parser passes every command to its engine. The platform uses engines
/// only through this interface. All engines are configured for every run, so that an idle engine
/// reports no busy time.
class Engine {
 public:
  Engine() = default;
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;
  virtual ~Engine() = default;

  /// Returns the names of the activities that the engine does in parallel, as traces and results
  /// list them.
  virtual std::vector<std::string> tracks() const = 0;
  /// Returns the time for which each of tracks() was busy since configure().
  virtual std::vector<Picoseconds> busy() const = 0;

  /// Puts the engine into its reset state, for the run of `context`, which must outlive the run.
  /// Slices of tracks()[i] are recorded on the i-th track after `first`.
  virtual void configure(RunContext& context, Track first) = 0;

  /// Saves all members that change while a program runs. Returns false if the engine cannot be
  /// saved; its runs then have no snapshots (saved states from which later runs continue).
  virtual bool save_in(SavedState& /*state*/) { return false; }

  /// Executes or queues the command. The parser's process calls this function, and the function
  /// suspends this process for as long as the parser has to wait. The engine of a processor family
  /// throws std::logic_error for a kind of command that it does not know.
  virtual void execute(const Command& command) = 0;

  /// Suspends the parser until all queued work has ended.
  virtual void drain() {}

  /// Sets `counters`, the counters of the performance monitor, to the engine's counts.
  virtual void count(NpuCounters& /*counters*/) const {}

  /// Whether the engine's commands start only when all earlier work of all engines has ended.
  virtual bool runs_alone() const { return false; }

  /// Whether the engine simulates the caches of the target's memories itself, so that a hit causes
  /// no transfer.
  virtual bool looks_up_caches() const { return false; }
};

}  // namespace spillway::sim
