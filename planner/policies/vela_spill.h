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
  std::int64_t score = 0;  // number of element accesses, the benefit of keeping it
  bool movable = true;     // if false, the range is always in fast storage
};

struct SpillChoice {
  std::vector<bool> kept;  // per range; ranges that are not movable are always kept
  bool exhausted = false;  // the node budget ran out, so this is the best choice so far
  std::int64_t nodes = 0;
};

struct SpillOptions {
  bool prune = true;  // visit fewer nodes; the resulting choice does not change
  std::int64_t node_budget = std::int64_t{1} << 28;
};

/// The choice of Vela 3.10. Ranges that can never fit are evicted first, and ranges that always fit
/// are kept. All other ranges are divided into components (groups without a gap in time), and each
/// component is searched for the highest score. Of leaves with equal scores, the first leaf in the
/// order of the search wins; the search tries to keep a range before it tries to evict the range.
SpillChoice choose_kept(const std::vector<SpillRange>& ranges, Bytes limit,
                        const SpillOptions& options = {});

/// The choice of the patch of February 2022 as published. Because of a defect, its best list is
/// also its working list, so the search's result is lost. What remains is one walk over each
/// component, in which scores do not matter.
SpillChoice choose_kept_2022(const std::vector<SpillRange>& ranges, Bytes limit);

}  // namespace spillway::vela
