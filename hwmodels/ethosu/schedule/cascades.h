// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "hwmodels/ethosu/block/stripes.h"
#include "hwmodels/ethosu/schedule/work_builder.h"
#include "planner/plan.h"

namespace spillway::ethosu {

/// Returns the cascade of `plan` that contains operator `op`; null = none does.
const Cascade* cascade_of(const Plan& plan, std::int32_t op);

/// Returns operators `first` to `last`, which have one operation each, as members of a cascade.
std::vector<CascadeMember> cascade_members(const NetworkOps& ops, std::int32_t first,
                                           std::int32_t last);

/// Throws UserError(run_failed) for cascades of operators that cannot run in stripes: on the host,
/// of several operations, or with upscaling.
void check_cascades(const Plan& plan, const NetworkOps& ops);

}  // namespace spillway::ethosu
