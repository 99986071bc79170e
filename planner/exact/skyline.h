// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "planner/exact/effort.h"
#include "planner/exact/instance.h"

namespace spillway::exact {

/// A packing with a peak below `enough`, from the bottom up, for instances without fixed offsets.
/// The item that can lie lowest comes next, of equal ones the first of `preorder`; but an item
/// waits while the hole below it would leave too little of `capacity` for what is still to be
/// placed at any of its sections. Where every item waits, the capacity grows. That is the first
/// descent of the complete search with its bound of sections, in memory that grows with the items
/// alone. Empty when the effort ends before, or when the peak would not be low enough.
std::vector<Bytes> pack_upwards(const Instance& instance, Bytes capacity, Bytes enough,
                                const std::vector<std::int32_t>& preorder, Effort& effort);

}  // namespace spillway::exact
