// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hwmodels/program.h"

namespace spillway {

/// Returns whether all members of both programs are equal.
bool same_program(const Program& a, const Program& b);

}  // namespace spillway
