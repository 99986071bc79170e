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

/// Returns the memory of the arena at a design point. Throws UserError(usage) if the arena is in
/// several memories.
std::string arena_memory(const ProcessorFamily& family, const DesignPoint& point,
                         const Target& target);

/// Returns the network for which a planner plans the arena: `compiled` with its operators in
/// `order`. Tensors that must share an address are merged into one.
Network planning_network(const Network& compiled, const ProcessorFamily& family,
                         const std::vector<std::int32_t>& order);

/// planning_network() merges tensors that must share an address, and only one of them has an
/// offset. Gives the same offset to the tensors that were merged with it.
void share_places(const Network& compiled, const ProcessorFamily& family,
                  std::vector<std::int32_t>& offsets);

/// Returns the size of the arena in a file that contains a plan: the end of its last tensor.
Bytes arena_bytes(const Network& compiled);

/// Returns the plan of the arena that a file contains. The arena is memory 0 of the plan.
Plan arena_plan(const Network& compiled, const std::string& memory);

LoadChanges changes_between(const Network& before, const Network& after,
                            const ProcessorFamily& family);

}  // namespace spillway
