// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "planner/exact/instance.h"

namespace spillway::exact {

/// Returns the order in which attempt number `attempt` of the search tries items, as a permutation
/// with the most urgent item first. Each of the first four orders sorts by three of these four
/// measures, the largest first: the lifetime, the area (size times lifetime), the number of
/// neighbours (items that are live at the same time), and the largest number of live bytes during
/// the item's lifetime. All later orders sort by products of these measures, the size and the
/// number of sections, with pseudo-random exponents and a little noise. Many orders are tried
/// because the time of the search depends strongly on the order, and some order is nearly always
/// fast. The result depends only on the arguments.
std::vector<std::int32_t> preorder(const Instance& instance, std::int32_t attempt);

}  // namespace spillway::exact
