// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "planner/plan_network.h"
#include "planner/search/fluid/random.h"
#include "traces/network.h"

namespace spillway::search {

constexpr MemoryIndex fast_memory = 0;
constexpr MemoryIndex slow_memory = 1;

/// Returns a chain of `ops` operators with weights. Every third operator also reads the input of
/// the operator before it.
Network chain(Random& random, std::int32_t ops);

/// Returns a request for a plan by the planner `search` with `fast_bytes` bytes of fast memory. The
/// request has the weight needs of all operators, but no function that simulates a plan.
PlanningRequest request_for(const Network& network, Bytes fast_bytes);

}  // namespace spillway::search
