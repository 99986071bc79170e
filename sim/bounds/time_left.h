// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "hwmodels/program.h"
#include "hwmodels/target/target.h"

namespace spillway {

/// Lower bounds of the simulated time that the rest of a program takes, in any state of its run. A
/// run that cannot meet its deadline any more is pruned by them.
struct TimeLeft {
  Picoseconds all = 0;             // of the whole program
  std::vector<Picoseconds> after;  // the end of each kernel, in the order of their commands
};

/// The bounds for processors whose kernels do not overlap, and 0 for all other processors. A kernel
/// fetches its maps when the kernel before has been written, so the times of kernels add up. The
/// bound of a kernel is the longest path through its blocks (BlocksLeft) or the time that memories
/// and ports take for its bytes at their highest rate. Bounds over several kernels include the
/// transfers that begin and are waited for meanwhile.
TimeLeft least_time_left(const Target& target, const Program& program);

/// The time by which a run has to end.
struct Deadline {
  Cycles most = 0;       // cycles of the processor that the run may take
  const TimeLeft& left;  // least_time_left() of its target and program
};

}  // namespace spillway
