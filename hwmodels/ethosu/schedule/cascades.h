// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "hwmodels/ethosu/block/stripes.h"
#include "hwmodels/ethosu/schedule/work_list.h"
#include "hwmodels/target/target.h"
#include "planner/plan.h"
#include "planner/plan_costs.h"
#include "traces/network.h"

namespace spillway::ethosu {

/// Returns the cascade (operators that run in turns, stripe by stripe) of `plan` that contains
/// operator `op`; null if no cascade contains `op`.
const Cascade* cascade_of(const Plan& plan, std::int32_t op);

/// Whether an operator with these operations runs in one pass: as a single operation, or as a
/// chain. The intermediate results of a chain stay inside the processor.
bool runs_in_one_pass(const std::vector<BlockedOp>& operations);

/// Operator `op` is a chain (operations that pass maps on inside the processor). Returns the
/// operators from `first` to `op` - 1 whose results are read by the second or a later operation of
/// this chain. If there are several such operators, the chain and these operators cannot run in
/// stripes together.
std::vector<std::int32_t> makers_of_chained(const NetworkOps& ops, std::int32_t op,
                                            std::int32_t first);

/// Returns operators `first` to `last` as the members of a cascade (operators that run in turns,
/// stripe by stripe). Every operator must run in one pass.
std::vector<CascadeMember> cascade_members(const NetworkOps& ops, std::int32_t first,
                                           std::int32_t last);

/// Throws UserError(run_failed) if the operator indices or the stripe heights of a cascade
/// (operators that run in turns, stripe by stripe) are invalid, or if a cascade contains an
/// operator that cannot run in stripes:
/// * an operator on the CPU
/// * an operator that needs several passes
/// * an operator with upscaling
/// * a chain whose second and later operations read two results of the cascade
void check_cascades(const Plan& plan, const NetworkOps& ops);

/// Returns a function for a lowered network. The function returns the shape of a cascade (operators
/// that run in turns, stripe by stripe) of operators `first` to `last` whose last operator computes
/// stripes of `rows` rows; nullopt if these operators cannot run as a cascade. Rules:
/// * Every operator after the first reads the complete output of the preceding operator as its
///   first input (IFM).
/// * The stripe height of an operator is the stripe height of the next operator times the vertical
///   stride of the next operator, but at most the height of the operator's output.
///
/// The function refers to `network` and `target`, which must outlive the function.
CascadeShapes cascade_shapes(const Network& network, const Target& target);

}  // namespace spillway::ethosu
