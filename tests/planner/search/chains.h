// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "planner/plan_network.h"
#include "planner/search/fluid/random.h"
#include "traces/network.h"

namespace spillway::search {

constexpr MemoryIndex fast_memory = 0;
constexpr MemoryIndex slow_memory = 1;

/// A chain of operators with weights. Every third operator also reads the map before its input.
Network chain(Random& random, std::int32_t ops);

/// A request for a plan by `search` with `fast_bytes` of fast memory. It contains the needs of
/// weight policies, but no function that simulates.
PlanningRequest request_for(const Network& network, Bytes fast_bytes);

}  // namespace spillway::search
