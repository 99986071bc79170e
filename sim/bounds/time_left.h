// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "hwmodels/program.h"
#include "hwmodels/target/target.h"

namespace spillway {

/// Lower bounds of the simulated time that the rest of a program takes. They hold for every state
/// of the run. With these bounds, a run that can no longer meet its deadline is ended early
/// (pruned).
struct TimeLeft {
  Picoseconds all = 0;  // time of the whole program, at least
  // For each kernel, in the order of their commands: the time from its end to the end of the
  // program, at least.
  std::vector<Picoseconds> after;
};

/// Returns the bounds for processors whose kernels do not overlap; 0 for all other processors, and
/// for programs without kernels or with core tasks. A kernel fetches its maps only after the
/// results of the previous kernel have been written, so the times of kernels add up. The bound of a
/// kernel is the maximum of two times: the longest path through its blocks (BlocksLeft), and the
/// time that memories and ports take for its bytes at their highest rate. Bounds over several
/// kernels include the transfers that both begin and are waited for during these kernels.
TimeLeft least_time_left(const Target& target, const Program& program);

/// The time by which a run has to end.
struct Deadline {
  Cycles most = 0;       // cycles of the processor that the run may take
  const TimeLeft& left;  // least_time_left() of the run's target and program
};

}  // namespace spillway
