// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "planner/exact/instance.h"

namespace spillway::exact {

/// The `attempt`-th order in which to try items, most urgent first; -> a permutation. The first few
/// sort by lifetime, area, busiest section and number of neighbours one after the other; all later
/// ones by products of these with pseudo-random weights and a little noise, since the time that the
/// search takes is heavy-tailed: some order is nearly always quick. Depends on nothing but its
/// arguments.
std::vector<std::int32_t> preorder(const Instance& instance, std::int32_t attempt);

}  // namespace spillway::exact
