// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hwmodels/program.h"
#include "hwmodels/target/ideal_target.h"

namespace spillway {

/// The program for a run on ideal_target(): under Ideal::all its commands take no time to read.
Program ideal_program(Program program, Ideal ideal);

}  // namespace spillway
