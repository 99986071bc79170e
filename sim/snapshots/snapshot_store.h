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
  std::size_t commands = 0;       // the parser has reached
  std::int32_t words_before = 0;  // bytes of the command stream
  std::int32_t words_left = 0;    // bytes of it that have not been requested
  SavedState values;
  FastKernel::Moment moment;
  std::vector<std::unique_ptr<MemoryTiming>> memories;  // null where the program uses none
};

/// The last runs with their snapshots: the common beginning of a program and one of these runs is
/// not simulated again. Programs are compared member by member. Addresses in memories whose timing
/// ignores addresses are compared by their offset within a port's burst.
class SnapshotStore {
 public:
  struct Run {
    std::string chip;
    Program program;
    Turns turns;
    std::vector<Address> grains;                             // common_commands()
    std::vector<std::shared_ptr<const Snapshot>> snapshots;  // in order of time
    Picoseconds spacing = 0;                                 // of new snapshots

    /// Adds a later snapshot. When there are many, every other snapshot is dropped and the spacing
    /// doubles, because the length of a run is not known in advance.
    void add(std::shared_ptr<const Snapshot> snapshot);
  };

  /// The run of a program that is about to begin, with the usable snapshots of the run whose
  /// beginning it shares furthest. `chip` names the target without its capacities.
  Run begun(const std::string& chip, const Program& program, std::vector<Address> grains) const;
  void add(Run run);
  void clear() { runs_.clear(); }

 private:
  std::deque<Run> runs_;  // the latest run first
};

}  // namespace spillway::sim
