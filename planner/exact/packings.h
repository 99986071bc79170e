// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "planner/exact/effort.h"
#include "planner/exact/instance.h"

namespace spillway::exact {

struct Packing {
  std::vector<Bytes> offsets;  // one per item
  Bytes peak = unlimited;      // highest end, padding included
};

Bytes peak_of(const Instance& instance, const std::vector<Bytes>& offsets);

/// Keeps `offsets` where their peak is lower.
void keep_lower(const Instance& instance, std::vector<Bytes> offsets, Packing& best);

/// Lowest free offset for one item after the other, fixed ones first.
std::vector<Bytes> first_fit(const Instance& instance, const std::vector<std::int32_t>& order);

/// No two items that share a section overlap. Needs the lists of neighbours.
bool is_packing(const Instance& instance, const std::vector<Bytes>& offsets);

/// Some items with fixed offsets overlap.
bool fixed_items_collide(const Instance& instance);

/// Simple rules, among them those of the greedy planners: items by size, life, area or start, each
/// in the lowest or in the smallest gap. Ends when the best packing is no higher than `target`.
void pack_by_rules(const Instance& instance, Bytes target, Packing& best, Effort& effort);

/// Packings from the bottom up for a peak of `target`, in several orders.
void pack_by_skylines(const Instance& instance, Bytes target, Packing& best, Effort& effort);

/// Lowers the peak towards `target` by moving items: the target first, then half of what is left.
void lower_by_repair(const Instance& instance, Bytes target, Packing& best, Effort& effort);

}  // namespace spillway::exact
