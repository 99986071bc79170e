// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hwmodels/program.h"
#include "hwmodels/target/family_options.h"
#include "hwmodels/target/target.h"
#include "traces/network.h"

namespace spillway {

/// Returns the program of a compiled network. The warnings of the program name custom operators
/// that no family knows. Throws UserError if the network cannot be replayed, for example because it
/// has operators that were compiled for another machine.
Program replay_compiled(const Network& network, const Target& target, const FamilyOptions& options);

}  // namespace spillway
