// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "hwmodels/ethosu/block/stripes.h"
#include "hwmodels/ethosu/schedule/work_builder.h"
#include "planner/plan.h"

namespace spillway::ethosu {

/// Returns the cascade of `plan` that contains operator `op`; null = no cascade contains it.
const Cascade* cascade_of(const Plan& plan, std::int32_t op);

/// Whether an operator runs as a single operation or as a chain of operations in one pass.
bool runs_in_one_pass(const std::vector<BlockedOp>& operations);

/// The operators from `first` on whose results the operations of chain `op` read, without its first
/// operation. If there are several, the chain cannot run in stripes together with them.
std::vector<std::int32_t> makers_of_chained(const NetworkOps& ops, std::int32_t op,
                                            std::int32_t first);

/// Returns operators `first` to `last` as members of a cascade. Each of them must run in one pass.
std::vector<CascadeMember> cascade_members(const NetworkOps& ops, std::int32_t first,
                                           std::int32_t last);

/// Throws UserError(run_failed) if a cascade contains an operator that cannot run in stripes. Such
/// an operator is on the host, needs several passes, has upscaling, or is a chain that reads two
/// results of the cascade behind its first operation.
void check_cascades(const Plan& plan, const NetworkOps& ops);

}  // namespace spillway::ethosu
