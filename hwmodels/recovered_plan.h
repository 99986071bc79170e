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
  Plan plan;  // where and when the tensors of `network` occupy memory
};

/// Recovers the plan of `program` from its accesses. The result is a valid plan of its network.
/// Work of software processors (TileTask) is ignored.
/// * Bytes that an operator or the DMA writes are in use from the write until their last read.
///   Written bytes that are never read are outputs of the network and are in use until the end.
/// * Bytes that are read before anything writes them are inputs of the network or constants. They
///   are inputs if they are overwritten later, or if the memory mode puts feature maps into their
///   memory and they are read only as a feature map.
/// * Bytes that are read together are one tensor. All slices or stripes of a map are one tensor.
/// * Maps that overwrite each other row by row are one rolling buffer.
/// * If the DMA overwrites a tensor, the lifetime of the new tensor begins one step after the last
///   read of the old tensor, but not after the step that needs the transfer.
/// * If an operator writes its result over a tensor that it reads, both tensors are live in this
///   step. If the result fits into the old tensor, Residency::inside names the old tensor.
/// * If a weight buffer overwrites a map part by part, its lifetime begins when the whole map has
///   been read.
RecoveredPlan recover_plan(const Program& program, const Target& target);

/// Returns the memories of the target for a recovered plan, in which tensors can begin at any byte
/// address.
std::vector<MemorySpace> memory_spaces(const Target& target);

}  // namespace spillway
