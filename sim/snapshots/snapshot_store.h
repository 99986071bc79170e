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

/// The state of a run at one moment. The run of another program can continue from this state if
/// both programs begin with the same commands.
struct Snapshot {
  std::size_t commands = 0;  // number of commands that the parser has reached
  // The size in bytes of the whole command stream, to recognise streams of another length.
  std::int32_t stream_bytes = 0;
  std::int32_t stream_bytes_left = 0;  // bytes of the stream that have not been requested yet
  SavedState values;
  FastKernel::Moment moment;
  // Copies of the memory models; null for memories that have moved no burst yet.
  std::vector<std::unique_ptr<MemoryTiming>> memories;
};

/// Keeps the last runs with their snapshots, so that the common beginning of two programs is
/// simulated only once. Two programs are compared member by member, see common_commands().
class SnapshotStore {
 public:
  struct Run {
    std::string chip;
    Program program;
    Turns turns;
    // Per memory: addresses that differ by a multiple of this value count as equal, see
    // common_commands().
    std::vector<Address> grains;
    std::vector<std::shared_ptr<const Snapshot>> snapshots;  // in order of time
    /// The simulated time between two snapshots.
    Picoseconds spacing = 0;

    /// Adds a snapshot that is later than all other snapshots of the run. If there are too many
    /// snapshots, drops every other snapshot and doubles the spacing, because the length of a run
    /// is not known in advance.
    void add(std::shared_ptr<const Snapshot> snapshot);
  };

  /// Returns the record of a program that is about to run, with snapshots of an earlier run from
  /// which the program can continue. If several earlier runs have such snapshots, takes the run
  /// whose last usable snapshot has the largest simulated time. `chip` names the target without its
  /// capacities. The record stores `chip` and `grains` (see Run::grains).
  Run begun(const std::string& chip, const Program& program, std::vector<Address> grains) const;
  void add(Run run);
  void clear() { runs_.clear(); }

 private:
  std::deque<Run> runs_;  // the latest run first
};

}  // namespace spillway::sim
