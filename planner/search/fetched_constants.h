// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "planner/plan.h"
#include "planner/search/simulated_plans.h"
#include "planner/weight_policy.h"

namespace spillway::search {

/// Returns `plan` with copies of the made-up constants (constants that lowering adds and that the
/// network's file does not contain) in the memory `needs.buffers`. Each operator of `readers` gets
/// a copy if it is outside cascades and the memory has enough free bytes. The copy is filled during
/// up to four operators before its reader. Without a copy, a kernel waits for a read of slow memory
/// for every made-up constant; a softmax reads about thirty such constants. Returns nothing if no
/// operator gets a copy.
std::optional<Plan> with_fetched_constants(const Plan& plan, const WeightNeeds& needs,
                                           const std::vector<std::int32_t>& readers);

/// Adds to `plan` copies of the constants that lowering adds and that the network's file does not
/// contain, as with_fetched_constants() describes. Returns false if nothing changes.
bool fetch_constants(const WeightNeeds& needs, const std::vector<std::int32_t>& readers,
                     Plan& plan);

/// Whether the search may add copies of the constants that lowering adds and that the network's
/// file does not contain. Returns false if the user has chosen a weight policy.
bool may_fetch_constants(const PlanningRequest& request);

/// Made-up constants are constants that lowering adds and that the network's file does not contain.
/// Returns those operators that read made-up constants and run faster in `plan` with a copy of them
/// in fast memory. Also returns the operators that get no copy. Returns an empty list if the cycles
/// of the operators are unknown.
std::vector<std::int32_t> gaining_readers(const Plan& plan, const WeightNeeds& needs,
                                          SimulatedPlans& simulated);

}  // namespace spillway::search
