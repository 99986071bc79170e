// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "hwmodels/ethosu/block/stripes.h"
#include "hwmodels/ethosu/schedule/work_builder.h"
#include "planner/plan.h"

namespace spillway::ethosu {

/// Returns the cascade of `plan` that contains operator `op`; null = no cascade contains it.
const Cascade* cascade_of(const Plan& plan, std::int32_t op);

/// Returns operators `first` to `last` as members of a cascade. Each of them must have a single
/// operation.
std::vector<CascadeMember> cascade_members(const NetworkOps& ops, std::int32_t first,
                                           std::int32_t last);

/// Throws UserError(run_failed) if a cascade contains an operator that cannot run in stripes: one
/// on the host, one of several operations, or one with upscaling.
void check_cascades(const Plan& plan, const NetworkOps& ops);

}  // namespace spillway::ethosu
