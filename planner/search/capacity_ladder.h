// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "base/units.h"

namespace spillway::search {

/// A capacity of fast memory, in bytes, at which the search looks for plans, and what it does there
/// beside changing what it has.
struct Rung {
  Bytes capacity = 0;
  bool cascades = false;  // starts afresh, too, and looks for other cascades
  bool stripes = false;   // runs operators of the best plan in stripes
};

/// The rungs up to `capacity`, ascending. They depend on the network and the live peak of its maps:
/// a larger memory has those of a smaller one and some more, so its plans are never slower.
/// Sixteenths of the peak, above it eighths, and twice as far apart for every doubling, up to
/// eight times the peak. Networks with many operators have fewer rungs, because the time for one
/// rung grows with the number of operators.
std::vector<Rung> capacity_ladder(Bytes live_peak, Bytes capacity, std::size_t operators);

}  // namespace spillway::search
