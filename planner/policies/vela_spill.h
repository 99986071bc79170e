// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "planner/plan.h"

namespace spillway::vela {

/// A live range as Vela's fast storage allocator sees it; both ends inclusive, in any clock.
struct SpillRange {
  TimeStep start = 0;
  TimeStep end = 0;
  Bytes size = 0;          // rounded up to its alignment
  std::int64_t score = 0;  // worth of keeping it: element accesses
  bool movable = true;     // otherwise it is in fast storage whatever happens
};

struct SpillChoice {
  std::vector<bool> kept;  // per range; ranges that are not movable are kept
  bool exhausted = false;  // the node budget ran out; the best choice so far
  std::int64_t nodes = 0;
};

struct SpillOptions {
  bool prune = true;  // same choice, fewer nodes
  std::int64_t node_budget = std::int64_t{1} << 28;
};

/// Vela 3.10: what never fits leaves first, what always fits stays, the rest is searched component
/// by component for the highest score; the first best leaf wins, keeping before evicting.
SpillChoice choose_kept(const std::vector<SpillRange>& ranges, Bytes limit,
                        const SpillOptions& options = {});

/// The patch of February 2022 as published. Its best list is the working list, so the search's
/// result is lost and one walk over each component remains; scores do not matter.
SpillChoice choose_kept_2022(const std::vector<SpillRange>& ranges, Bytes limit);

}  // namespace spillway::vela
