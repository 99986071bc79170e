// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hwmodels/target/family_options.h"
#include "hwmodels/target/target.h"
#include "planner/plan.h"
#include "traces/network.h"

namespace spillway {

/// Rewrites a network into the operators that `target` really executes: fused activations, padding
/// operators, weight loads, persistent operator data. `constants` is the memory of the target that
/// holds its constants. Operators that the processor does not run stay and are marked for the host.
/// Throws UserError(run_failed) naming an operator it cannot take.
Network lower(const Network& network, const Target& target, MemoryIndex constants,
              const FamilyOptions& options);

}  // namespace spillway
