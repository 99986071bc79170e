// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hwmodels/program.h"
#include "hwmodels/target/ideal_target.h"

namespace spillway {

/// Returns `program` with the changes that it needs to run on ideal_target(). Under Ideal::all,
/// reading the commands takes no time; otherwise the program stays unchanged.
Program ideal_program(Program program, Ideal ideal);

}  // namespace spillway
