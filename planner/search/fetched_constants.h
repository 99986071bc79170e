// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "planner/plan.h"
#include "planner/search/simulated_plans.h"
#include "planner/weight_policy.h"

namespace spillway::search {

/// `plan` with a copy of the made-up constants in the memory of `needs.buffers` for each of the
/// operators `readers` that is outside cascades and beside which there is room for it, filled while
/// up to four operators before it run. A kernel waits for a read of slow memory for every such
/// constant: a softmax is some thirty of them. Nothing where no copy has room.
std::optional<Plan> with_fetched_constants(const Plan& plan, const WeightNeeds& needs,
                                           const std::vector<std::int32_t>& readers);

/// Changes `plan` so; false where nothing changes.
bool fetch_constants(const WeightNeeds& needs, const std::vector<std::int32_t>& readers,
                     Plan& plan);

/// Copies are a way of the weights, and pins say what lies where.
bool may_fetch_constants(const PlanningRequest& request);

/// The readers of made-up constants that are faster in `plan` for copies of these in fast memory.
std::vector<std::int32_t> gaining_readers(const Plan& plan, const WeightNeeds& needs,
                                          SimulatedPlans& simulated);

}  // namespace spillway::search
