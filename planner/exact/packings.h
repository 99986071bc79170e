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

/// Replaces the best packing by `offsets` if these have a lower peak.
void keep_lower(const Instance& instance, std::vector<Bytes> offsets, Packing& best);

/// Returns offsets: gives one item after the other, in `order`, its lowest free offset. Items with
/// fixed offsets come first.
std::vector<Bytes> first_fit(const Instance& instance, const std::vector<std::int32_t>& order);

/// Whether `offsets` is a valid packing: each offset is aligned or equal to the item's fixed
/// offset, and no two items that are live at the same time overlap. Needs the lists of neighbours
/// (Instance::has_neighbours).
bool is_packing(const Instance& instance, const std::vector<Bytes>& offsets);

/// Whether items with fixed offsets overlap.
bool fixed_items_collide(const Instance& instance);

/// Packs by simple rules, among them the rules of the greedy planners. Items are sorted by size,
/// lifetime, number of sections, area, size times the square root of the lifetime, or start; each
/// item is placed in the lowest or in the smallest gap. Stops when the best peak is at most
/// `target` or the effort is used up.
void pack_by_rules(const Instance& instance, Bytes target, Packing& best, Effort& effort);

/// Builds packings from the bottom up in several orders, until the best peak is at most `target`.
void pack_by_skylines(const Instance& instance, Bytes target, Packing& best, Effort& effort);

/// Lowers the peak by ejection searches (class Repair) until it is at most `target`. Each search
/// tries the capacity half way between a lower end, at first the target, and the best peak. If a
/// search fails, its capacity becomes the lower end. If the best peak is close to the target, a
/// search tries the target itself.
void lower_by_repair(const Instance& instance, Bytes target, Packing& best, Effort& effort);

}  // namespace spillway::exact
