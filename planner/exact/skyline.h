// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "planner/exact/effort.h"
#include "planner/exact/instance.h"

namespace spillway::exact {

/// Builds a packing from the bottom up, for instances without fixed offsets. Returns one offset per
/// item. Returns an empty vector if the effort is used up first, or as soon as the peak is certain
/// to be at least `enough`. Each step places the item with the lowest possible offset; of equal
/// offsets, the item that comes first in `preorder`. An item waits while its lowest possible offset
/// plus the unplaced bytes of one of its sections exceed `capacity`. If all items wait, the
/// capacity is raised. This corresponds to the first descent of the complete search (search.h),
/// before it goes back for the first time, but needs memory only in proportion to the number of
/// items.
std::vector<Bytes> pack_upwards(const Instance& instance, Bytes capacity, Bytes enough,
                                const std::vector<std::int32_t>& preorder, Effort& effort);

}  // namespace spillway::exact
