// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "planner/exact/instance.h"

namespace spillway::exact {

/// Returns the `attempt`-th order in which the search tries items, as a permutation with the most
/// urgent item first. The first four orders sort by lifetime, area, number of neighbours, and live
/// bytes of the busiest section of time. All later orders sort by products of such measures with
/// pseudo-random exponents and a little noise: the time of the search varies so strongly that some
/// order is nearly always fast. The result depends only on the arguments.
std::vector<std::int32_t> preorder(const Instance& instance, std::int32_t attempt);

}  // namespace spillway::exact
