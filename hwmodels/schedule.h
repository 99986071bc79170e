// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hwmodels/program.h"
#include "hwmodels/target/family_options.h"
#include "hwmodels/target/target.h"
#include "planner/plan.h"
#include "traces/network.h"

namespace spillway {

/// Returns the program with which processor and DMA of `target` run the lowered `network` under
/// `plan`. The memories of the plan are found in the target by name. Throws UserError(run_failed)
/// if the plan gives a tensor of `network` no place, and for cascades (operators that run in turns,
/// stripe by stripe) that cannot run in stripes.
Program schedule(const Network& network, const Plan& plan, const Target& target,
                 const FamilyOptions& options);

}  // namespace spillway
