// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "experiments/relinking/relink_loads.h"
#include "hwmodels/target/processor_family.h"
#include "hwmodels/target/target.h"
#include "planner/plan.h"
#include "traces/network.h"

namespace spillway {

/// Returns the name of the memory that holds the arena at a design point. Throws UserError(usage)
/// if the arena of the point is in several memories.
std::string arena_memory(const ProcessorFamily& family, const DesignPoint& point,
                         const Target& target);

/// Returns the network for which a planner plans the arena: `compiled` with its operators in
/// `order`. Tensors that must share an address are merged into one tensor.
Network planning_network(const Network& compiled, const ProcessorFamily& family,
                         const std::vector<std::int32_t>& order);

/// Sets the offsets of the tensors that planning_network() has merged into another tensor. Each
/// merged tensor gets the offset of the tensor into which it was merged.
void share_places(const Network& compiled, const ProcessorFamily& family,
                  std::vector<std::int32_t>& offsets);

/// Returns the bytes of the arena in a file that contains a plan: the highest end address of a
/// tensor.
Bytes arena_bytes(const Network& compiled);

/// Returns the plan of the arena that a compiled file contains. Memory 0 of the plan is the arena
/// and has the name `memory`.
Plan arena_plan(const Network& compiled, const std::string& memory);

LoadChanges changes_between(const Network& before, const Network& after,
                            const ProcessorFamily& family);

}  // namespace spillway
