// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "sim/engines/run_context.h"
#include "sim/kernel/saved_state.h"
#include "traces/npu_counters.h"

namespace spillway::sim {

/// A part of the chip that executes commands of a program: a processor's pipeline, its core, the
/// DMA, the host. The command parser hands every command to its engine; the platform knows engines
/// by this interface alone. Every engine is configured for every run, so that an idle one reports
/// no busy time.
class Engine {
 public:
  Engine() = default;
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;
  virtual ~Engine() = default;

  /// Names of its parallel activities, as traces and results list them.
  virtual std::vector<std::string> tracks() const = 0;
  /// Time that each of tracks() was busy since configure().
  virtual std::vector<Picoseconds> busy() const = 0;

  /// The reset state, for the run of `context`, which outlives it. Slices of tracks()[i] are
  /// recorded on the i-th track after `first`.
  virtual void configure(RunContext& context, Track first) = 0;

  /// Saves all members that change while a program runs. False = the engine cannot be saved, and
  /// its runs have no snapshots.
  virtual bool save_in(SavedState& /*state*/) { return false; }

  /// Does what the command says, or queues it. Called from the parser's process, which it suspends
  /// for as long as the parser cannot go on. Throws std::logic_error for a kind of command that the
  /// engine does not know.
  virtual void execute(const Command& command) = 0;

  /// Suspends the parser until everything that was queued has ended.
  virtual void drain() {}

  /// Puts in what a performance monitor counts of it.
  virtual void count(NpuCounters& /*counters*/) const {}

  /// Whether its commands start only when all earlier work of all engines has ended.
  virtual bool runs_alone() const { return false; }

  /// Whether it asks the caches of the target's memories itself, so that a hit is no transfer.
  virtual bool looks_up_caches() const { return false; }
};

}  // namespace spillway::sim
