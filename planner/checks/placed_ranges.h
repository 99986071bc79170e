// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "planner/checks/validate.h"

namespace spillway {

/// A range of bytes in a memory, with the steps during which it is used. The validator converts
/// both tensors and buffers to this form.
struct PlacedRange {
  std::string name;
  MemoryIndex memory = no_memory;
  Bytes offset = 0;
  Bytes size = 0;
  Bytes alignment = 1;
  TimeStep lower = 0;
  TimeStep upper = 0;
  std::size_t sharing = 0;  // ranges with the same value may share bytes
  /// Before this step, the range may share bytes with ranges that have already ended when the step
  /// begins.
  TimeStep shared_until = 0;

  /// Returns the first step from which on no other range may use the bytes of this range.
  TimeStep own_from() const { return std::max(lower, shared_until); }
};

/// Returns the index pairs of ranges that overlap although sharing is not allowed, in ascending
/// order. The first index of a pair is the larger one.
std::vector<std::pair<std::size_t, std::size_t>> overlapping_pairs(
    const std::vector<PlacedRange>& ranges);

/// Returns one range per residency of a plan for `network`. The operators of a cascade run
/// alternately, so a residency that is live during one step of the cascade is live during all its
/// steps.
std::vector<PlacedRange> placed_ranges(const Plan& plan, const Network& network);

/// Makes the overlaps of `plan` valid. For each pair of overlapping residencies, sets
/// Residency::shared_until of the residency that ends later to the end of the other residency.
/// Plans of compiled files need this: the command streams in such files load data over bytes that
/// the same step has already read.
void share_overlapping_room(Plan& plan, const Network& network);

/// Appends a violation for every range that is out of bounds, misaligned or overlapping.
void check_ranges(const std::vector<PlacedRange>& ranges, const std::vector<MemorySpace>& memories,
                  std::vector<Violation>& violations);

}  // namespace spillway
