// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "hwmodels/memory/memory_timing.h"
#include "hwmodels/program.h"
#include "sim/accounts/turns.h"
#include "sim/kernel/fast_kernel.h"
#include "sim/kernel/saved_state.h"

namespace spillway::sim {

/// The state of a run at one moment. A program that begins with the same commands can be restored
/// from it.
struct Snapshot {
  std::size_t commands = 0;       // commands that the parser has reached
  std::int32_t words_before = 0;  // bytes of the whole command stream
  std::int32_t words_left = 0;    // bytes of the stream that have not been requested yet
  SavedState values;
  FastKernel::Moment moment;
  // Null for memories that the program does not use.
  std::vector<std::unique_ptr<MemoryTiming>> memories;
};

/// Keeps the last runs with their snapshots, so that the beginning that a program shares with one
/// of these runs is not simulated again. Programs are compared member by member. Addresses in
/// memories whose timing ignores addresses are compared by their offset within a port's burst.
class SnapshotStore {
 public:
  struct Run {
    std::string chip;
    Program program;
    Turns turns;
    std::vector<Address> grains;                             // see common_commands()
    std::vector<std::shared_ptr<const Snapshot>> snapshots;  // in order of time
    Picoseconds spacing = 0;                                 // time between new snapshots

    /// Adds a later snapshot. The length of a run is not known in advance; so when there are too
    /// many snapshots, every other snapshot is dropped and the spacing doubles.
    void add(std::shared_ptr<const Snapshot> snapshot);
  };

  /// A record for a program that is about to run. It holds the usable snapshots of the run that has
  /// the longest beginning in common with it. `chip` names the target without its capacities.
  Run begun(const std::string& chip, const Program& program, std::vector<Address> grains) const;
  void add(Run run);
  void clear() { runs_.clear(); }

 private:
  std::deque<Run> runs_;  // the latest run first
};

}  // namespace spillway::sim
