// SPDX-License-Identifier: Apache-2.0
#include "planner/search/capacity_ladder.h"

#include <algorithm>

#include "base/index.h"
#include "base/power_of_two.h"
#include "base/rounding.h"
#include "planner/placement/placement.h"
#include "planner/planner.h"

namespace spillway::search {
namespace {

// The live peak is the largest number of bytes of feature maps that are live at one step. Up to
// this peak, the capacities at which the search looks for plans are multiples of 1 / `parts` of it.
constexpr Bytes parts = 16;
constexpr Bytes most_parts = 8 * parts;
// Each of these capacities is a fraction of the live peak, rounded down to a multiple of this
// number of bytes. So a memory that is a few bytes smaller than the exact fraction can still use
// the plans for it.
constexpr Bytes unit = 64;
constexpr std::size_t number_of_peak = parts - 1;  // number of capacities below the live peak

Bytes step_above(Bytes part) {
  Bytes step = 1;
  for (Bytes peak = parts; part >= peak; peak *= 2) step *= 2;
  return step;
}

/// Whether the search at capacity `part` / 16 of the live peak also begins from new start
/// selections (a selection has one choice per feature map and per operator with weights). This
/// happens:
/// - at all capacities up to a quarter of the peak, because cascades matter there
/// - at the first capacities above the peak, because all maps fit there for the first time
/// - at every second capacity from a quarter to three quarters of the peak
/// - at every fourth of all other capacities
bool starts_afresh(Bytes part) {
  if (part <= parts / 4) return true;
  if (part <= 3 * parts / 4) return part % 2 == 0;
  return part % (4 * step_above(part)) == 0 || (part > parts && part <= 5 * parts / 4);
}

/// Returns, per operator, the bytes of the feature maps that are live while the operator runs.
/// Operator i runs at step i + 1.
std::vector<Bytes> live_bytes(const std::vector<Buffer>& buffers, std::size_t operators) {
  std::vector<Bytes> live(operators, 0);
  for (const Buffer& buffer : buffers) {
    if (buffer.stays_unplaced || buffer.placed_inside) continue;
    const auto first = static_cast<std::size_t>(std::max<TimeStep>(0, buffer.lower - 1));
    const auto last = static_cast<std::size_t>(std::max<TimeStep>(0, buffer.upper - 1));
    for (std::size_t op = first; op < std::min(last, operators); ++op) live[op] += buffer.size;
  }
  return live;
}

/// Adds the capacities 3/4, 1/2, 3/8, 1/4, 3/16, ... of the lowest capacity in `rungs`, down to 32
/// KiB, which is about the size of the smallest fast memories of NPUs.
void add_below_lowest(Bytes live_peak, Bytes capacity, std::vector<Rung>& rungs) {
  constexpr Bytes least = 32 * 1024;
  const Bytes lowest = live_peak / parts;
  for (Bytes half = 2; lowest / half * 3 / 2 >= least; half *= 2) {
    for (const Bytes bytes : {lowest / half * 3 / 2, lowest / half}) {
      const Bytes rounded = bytes / unit * unit;
      if (rounded >= least && rounded <= capacity) rungs.push_back({rounded, true, true, true});
    }
  }
}

}  // namespace

std::vector<Bytes> capacities_for_weights(const std::vector<Buffer>& buffers,
                                          const WeightNeeds& needs) {
  constexpr std::size_t most = 8;
  const Bytes peak = most_live_bytes(buffers);
  const std::vector<Bytes> live = live_bytes(buffers, needs.compute_cycles.size());
  std::vector<Bytes> capacities;
  for (const WeightNeed& need : needs.operators) {
    if (!need.may_be_fetched) continue;
    const Bytes whole = round_up(need.slices({0}).front().bytes(), needs.alignment);
    const Bytes capacity = at(live, need.op) + whole;
    if (capacity > peak && capacity <= peak * 3 / 2) capacities.push_back(capacity);
  }
  std::sort(capacities.begin(), capacities.end());
  capacities.erase(std::unique(capacities.begin(), capacities.end()), capacities.end());
  if (capacities.size() > most) capacities.resize(most);
  return capacities;
}

std::vector<Rung> capacity_ladder(Bytes live_peak, Bytes capacity, std::size_t operators,
                                  const std::vector<Bytes>& for_weights) {
  // The search at one capacity of a network with 10,000 operators takes seconds, so long networks
  // get fewer capacities. The live peak is always one of them.
  const double lengths = static_cast<double>(operators) / operators_of_long_network;
  const auto stride = static_cast<std::size_t>(1 + lengths * lengths);
  std::vector<Rung> rungs;
  std::size_t number = 0;
  for (Bytes part = 1; part <= most_parts; part += step_above(part), ++number) {
    const Bytes bytes = live_peak * part / parts / unit * unit;
    if (bytes > capacity) break;
    const bool larger = bytes > (rungs.empty() ? 0 : rungs.back().capacity);
    if (larger && number % stride == number_of_peak % stride) {
      rungs.push_back({bytes, starts_afresh(part), is_power_of_two(part)});
    }
  }
  if (stride == 1) add_below_lowest(live_peak, capacity, rungs);
  for (const Bytes bytes : for_weights) {
    if (bytes <= capacity && stride == 1) rungs.push_back({bytes, false, false, true});
  }
  std::stable_sort(rungs.begin(), rungs.end(),
                   [](const Rung& a, const Rung& b) { return a.capacity < b.capacity; });
  const auto same = [](const Rung& a, const Rung& b) { return a.capacity == b.capacity; };
  rungs.erase(std::unique(rungs.begin(), rungs.end(), same), rungs.end());
  return rungs;
}

}  // namespace spillway::search
