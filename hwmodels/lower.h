// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hwmodels/target/family_options.h"
#include "hwmodels/target/target.h"
#include "planner/plan.h"
#include "traces/network.h"

namespace spillway {

/// Returns `network` in terms of the operators that `target` executes. Depending on the processor
/// family, lowering fuses activations into other operators, and adds operators that pad maps or
/// load weights, and tensors for the data of operators. `constants` is the target's memory that
/// holds the network's constants. Operators that an NPU does not run stay and are marked for the
/// host CPU. Throws UserError for a network that the processor cannot run
/// (require_for_this_machine()), and with the name of an operator that cannot be lowered.
Network lower(const Network& network, const Target& target, MemoryIndex constants,
              const FamilyOptions& options);

}  // namespace spillway
