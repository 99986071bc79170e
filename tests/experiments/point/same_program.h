// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hwmodels/program.h"

namespace spillway {

/// Returns whether the programs are equal in all members.
bool same_program(const Program& a, const Program& b);

}  // namespace spillway
