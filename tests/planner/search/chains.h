// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "planner/plan_network.h"
#include "planner/search/random.h"
#include "traces/network.h"

namespace spillway::search {

constexpr MemoryIndex fast_memory = 0;
constexpr MemoryIndex slow_memory = 1;

/// A chain in which every third operator also reads the map before its input; with weights.
Network chain(Random& random, std::int32_t ops);

/// For a plan of it by `search` in `fast_bytes` of fast memory and any slow memory, with what
/// weight policies need to know and nobody who simulates.
PlanningRequest request_for(const Network& network, Bytes fast_bytes);

}  // namespace spillway::search
