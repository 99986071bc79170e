// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "hwmodels/program.h"
#include "hwmodels/target/target.h"
#include "planner/plan.h"
#include "traces/network.h"

namespace spillway {

/// The plan of a compiled program, as far as the accesses of the program show it.
struct RecoveredPlan {
  // The operators of the program. The tensors are the ranges of memory that these operators access.
  Network network;
  Plan plan;  // where and when these ranges are in use
};

/// Recovers the plan of `program` from its accesses. Bytes that an operator or the DMA writes are
/// in use from that time until their last read. Bytes that are read together are one tensor, and so
/// are the slices and stripes of a map. Bytes that nobody writes are network inputs if they are
/// read as feature maps, or overwritten later, in a memory where the mode has feature maps;
/// otherwise they are constants. Bytes that nobody reads are outputs and stay to the end. Maps that
/// overwrite each other row by row are one rolling buffer. If a step both reads a tensor and
/// overwrites its bytes with a new tensor, the new tensor begins a step later, unless this step
/// also reads the new tensor. A buffer of weights that overwrites a map part by part begins when
/// all of the map has been read. The result is a valid plan of its network. Loop programs of
/// software processors are ignored.
RecoveredPlan recover_plan(const Program& program, const Target& target);

/// Returns the target's memories as recovered plans need them: buffers can begin at any byte
/// address.
std::vector<MemorySpace> memory_spaces(const Target& target);

}  // namespace spillway
