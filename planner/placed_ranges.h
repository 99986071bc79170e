// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "planner/validate.h"

namespace spillway {

/// Bytes taken in a memory for some steps, as the validator sees tensors and buffers alike.
struct PlacedRange {
  std::string name;
  MemoryIndex memory = no_memory;
  Bytes offset = 0;
  Bytes size = 0;
  Bytes alignment = 1;
  TimeStep lower = 0;
  TimeStep upper = 0;
  std::size_t sharing = 0;    // ranges with the same value share bytes on purpose
  TimeStep shared_until = 0;  // those that end by then may be where it is

  /// The first step at which the bytes are its own.
  TimeStep own_from() const { return std::max(lower, shared_until); }
};

/// Pairs (later, earlier) by index that overlap, in order.
std::vector<std::pair<std::size_t, std::size_t>> overlapping_pairs(
    const std::vector<PlacedRange>& ranges);

/// The residencies of a plan for `network`, by index. What lives during any step of a cascade lives
/// during all of it, as its operators alternate.
std::vector<PlacedRange> placed_ranges(const Plan& plan, const Network& network);

/// Has every residency that overlaps another share its room (Residency::shared_until) until the
/// one of the two that ends first has ended. For plans of compilers, whose streams load over what
/// the same step has read already.
void share_overlapping_room(Plan& plan, const Network& network);

/// Appends what is out of bounds, misaligned or overlapping.
void check_ranges(const std::vector<PlacedRange>& ranges, const std::vector<MemorySpace>& memories,
                  std::vector<Violation>& violations);

}  // namespace spillway
