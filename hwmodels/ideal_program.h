// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hwmodels/program.h"
#include "hwmodels/target/ideal_target.h"

namespace spillway {

/// Returns the program for a run on ideal_target(): under Ideal::all, reading its commands takes no
/// time.
Program ideal_program(Program program, Ideal ideal);

}  // namespace spillway
