// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "hwmodels/program.h"

namespace spillway::sim {

/// Returns how many commands at the beginning of programs `a` and `b` do the same in both programs.
/// Addresses in memory m count as equal if they differ by a multiple of `grains[m]`, a power of
/// two.
std::size_t common_commands(const Program& a, const Program& b, const std::vector<Address>& grains);

}  // namespace spillway::sim
