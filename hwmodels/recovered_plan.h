// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "hwmodels/program.h"
#include "hwmodels/target/target.h"
#include "planner/plan.h"
#include "traces/network.h"

namespace spillway {

/// What a program that nobody planned here does with its memories.
struct RecoveredPlan {
  Network network;  // the program's operators; tensors are the pieces of memory that they touch
  Plan plan;        // where and when these are in use
};

/// The plan that `program` was made by, as its accesses show it. Bytes that an operator writes, or
/// the DMA, are in use from then until they are read last; what is read together is one tensor, as
/// are the slices and stripes of a map. Bytes that nobody writes are network inputs where they are
/// read as feature maps or written over later, in a memory that the mode has feature maps in, and
/// constants otherwise. What nobody reads is an output and stays to the end. Maps written over each
/// other row by row are one rolling buffer. Where something new is written over what was read
/// before in the same step, it begins a step later, unless it is read then; a buffer of weights
/// does so over all of a map that gives its room back part by part. The result is a valid plan of
/// its network. Loop programs of software processors are not looked at.
RecoveredPlan recover_plan(const Program& program, const Target& target);

/// The memories of such a plan: those of the target, with any byte as a beginning.
std::vector<MemorySpace> memory_spaces(const Target& target);

}  // namespace spillway
