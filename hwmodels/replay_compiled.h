// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hwmodels/program.h"
#include "hwmodels/target/family_options.h"
#include "hwmodels/target/target.h"
#include "traces/network.h"

namespace spillway {

/// The program that a compiled network brings, on the processors of its family. Operators around it
/// that no family knows are named in the program's warnings; those of another machine are an error.
/// Throws UserError.
Program replay_compiled(const Network& network, const Target& target, const FamilyOptions& options);

}  // namespace spillway
