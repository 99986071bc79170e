// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hwmodels/program.h"

namespace spillway {

/// Whether both programs are equal in everything.
bool same_program(const Program& a, const Program& b);

}  // namespace spillway
