// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "hwmodels/program.h"
#include "hwmodels/target/target.h"

namespace spillway {

/// What is left of a program takes at least so long, whatever state its run is in. The bound holds
/// for what the simulator does, so that a run that cannot be fast enough any more can be given up.
struct TimeLeft {
  Picoseconds all = 0;             // of the whole program
  std::vector<Picoseconds> after;  // the end of each kernel, in the order of their commands
};

/// Of processors whose kernels do not overlap: a kernel's feature maps are fetched when all of the
/// one before has been written, so that kernels add up. Of a kernel it counts the longest way
/// through its blocks (BlocksLeft) and what memories and ports take for its bytes at their highest
/// rate; over some kernels also the bytes of transfers that begin and are waited for meanwhile. Of
/// all others nothing is known: 0.
TimeLeft least_time_left(const Target& target, const Program& program);

/// When a run has to be through.
struct Deadline {
  Cycles most = 0;       // of the processor, that it may take
  const TimeLeft& left;  // least_time_left() of its target and program
};

}  // namespace spillway
