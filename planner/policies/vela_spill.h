// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "planner/plan.h"

namespace spillway::vela {

/// A live range as Vela's fast storage allocator models it; start and end are inclusive, in any
/// time unit.
struct SpillRange {
  TimeStep start = 0;
  TimeStep end = 0;
  Bytes size = 0;          // bytes, rounded up to the alignment
  std::int64_t score = 0;  // number of element accesses, the benefit of keeping the range
  bool movable = true;     // if false, the range is always in fast storage
};

struct SpillChoice {
  std::vector<bool> kept;  // per range; ranges that are not movable are always kept
  bool exhausted = false;  // the node budget ran out; `kept` is the best choice so far
  std::int64_t nodes = 0;
};

struct SpillOptions {
  bool prune = true;  // visit fewer nodes; the resulting choice does not change
  std::int64_t node_budget = std::int64_t{1} << 28;
};

/// Chooses, as Vela 3.10 does, which ranges stay in fast storage:
/// - If all ranges fit together, all are kept.
/// - Ranges that can never fit are evicted, and ranges that always fit are kept.
/// - If more than 20 ranges remain, those that end much later than the others are evicted.
/// - The remaining ranges are divided into components (groups of up to 20 ranges without a gap in
///   time). Each component is searched for the choice with the highest score. Of choices with equal
///   scores, the search takes the one that it finds first; it tries to keep a range before it tries
///   to evict the range.
SpillChoice choose_kept(const std::vector<SpillRange>& ranges, Bytes limit,
                        const SpillOptions& options = {});

/// Chooses as the patch to Vela of February 2022 did. Because of a defect of the patch, the best
/// list and the list that the search changes are the same object, so the result of the search is
/// lost. The effect is one pass over each component that keeps each range that fits; scores do not
/// matter.
SpillChoice choose_kept_2022(const std::vector<SpillRange>& ranges, Bytes limit);

}  // namespace spillway::vela
