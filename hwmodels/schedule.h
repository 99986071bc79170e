// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hwmodels/program.h"
#include "hwmodels/target/family_options.h"
#include "hwmodels/target/target.h"
#include "planner/plan.h"
#include "traces/network.h"

namespace spillway {

/// What the processor and the DMA of `target` do to run the lowered `network` under `plan`.
/// `plan.memories` are the target's, by name. Throws UserError(run_failed) for a plan that leaves a
/// tensor of `network` without a residency, and for cascades that cannot run in stripes.
Program schedule(const Network& network, const Plan& plan, const Target& target,
                 const FamilyOptions& options);

}  // namespace spillway
