// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "hwmodels/memory/memory_timing.h"
#include "hwmodels/program.h"
#include "sim/accounts/turns.h"
#include "sim/kernel/checkpoint.h"
#include "sim/kernel/fast_kernel.h"

namespace spillway::sim {

/// A moment of a run from which programs that begin alike can go on.
struct Mark {
  std::size_t commands = 0;       // that the parser had come to
  std::int32_t words_before = 0;  // bytes of the command stream
  std::int32_t words_left = 0;    // of them not asked for yet
  Checkpoint values;
  FastKernel::Moment moment;
  std::vector<std::unique_ptr<MemoryTiming>> memories;  // null where the program uses none
};

/// The last few runs, so that what a program has in common with the beginning of one of them need
/// not be simulated again. Programs are compared member by member; addresses in memories that do
/// not look at them only by how they lie to a port's bursts.
class KeptRuns {
 public:
  struct Run {
    std::string chip;
    Program program;
    Turns turns;
    std::vector<Address> grains;                     // common_commands()
    std::vector<std::shared_ptr<const Mark>> marks;  // in order of time
    Picoseconds spacing = 0;                         // that new ones keep

    /// Adds a later one. Where they become many every other one goes, and new ones keep twice the
    /// distance: how long a run takes is not known before.
    void add(std::shared_ptr<const Mark> mark);
  };

  /// The run of a program that is about to begin, with the marks of the run that it has most in
  /// common with, as far as these go. `chip` names the target but for its capacities.
  Run begun(const std::string& chip, const Program& program, std::vector<Address> grains) const;
  void add(Run run);
  void clear() { runs_.clear(); }

 private:
  std::deque<Run> runs_;  // the last one first
};

}  // namespace spillway::sim
