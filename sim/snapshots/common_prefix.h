// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "hwmodels/program.h"

namespace spillway::sim {

/// How many commands `a` and `b` begin with that do the same. Addresses of memory m count as equal
/// where they differ by a multiple of `grains[m]`, a power of two.
std::size_t common_commands(const Program& a, const Program& b, const std::vector<Address>& grains);

}  // namespace spillway::sim
