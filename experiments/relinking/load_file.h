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

/// The memory of the tensors' arena at a point. Throws UserError(usage) if the arena is in several
/// memories.
std::string arena_memory(const ProcessorFamily& family, const DesignPoint& point,
                         const Target& target);

/// The network that a planner places: the operators in `order`; tensors that must share an address
/// are merged into one.
Network planning_network(const Network& compiled, const ProcessorFamily& family,
                         const std::vector<std::int32_t>& order);

/// Copies the offset of each merged tensor to the tensors that must share its address.
void share_places(const Network& compiled, const ProcessorFamily& family,
                  std::vector<std::int32_t>& offsets);

/// The end of the last tensor in the arena of a file that contains a plan.
Bytes arena_bytes(const Network& compiled);

/// The plan that a file contains for its arena, as residencies in memory 0.
Plan arena_plan(const Network& compiled, const std::string& memory);

LoadChanges changes_between(const Network& before, const Network& after,
                            const ProcessorFamily& family);

}  // namespace spillway
