// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hwmodels/target/family_options.h"
#include "hwmodels/target/target.h"
#include "planner/plan.h"
#include "traces/network.h"

namespace spillway {

/// Rewrites a network into the operators that `target` really executes: fused activations, padding
/// operators, weight loads, persistent operator data. `constants` is the target's memory that holds
/// the network's constants. Operators that the processor does not run stay and are marked for the
/// host CPU. Throws UserError(run_failed) with the name of an operator that cannot be lowered.
Network lower(const Network& network, const Target& target, MemoryIndex constants,
              const FamilyOptions& options);

}  // namespace spillway
