// SPDX-License-Identifier: Apache-2.0
#include "planner/search/capacity_ladder.h"

#include "base/power_of_two.h"
#include "planner/planner.h"

namespace spillway::search {
namespace {

constexpr Bytes parts = 16;  // number of capacities up to the live peak of the feature maps
constexpr Bytes most_parts = 8 * parts;
constexpr std::size_t number_of_peak = parts - 1;  // number of capacities below the live peak

Bytes step_above(Bytes part) {
  Bytes step = 1;
  for (Bytes peak = parts; part >= peak; peak *= 2) step *= 2;
  return step;
}

/// Whether the search at capacity `part` / 16 of the live peak also begins from new start
/// selections. This happens:
/// - at all capacities up to a quarter of the peak, because cascades matter there
/// - at the first capacities above the peak, because all maps fit there for the first time
/// - at every second capacity from a quarter to three quarters of the peak
/// - at every fourth of all other capacities
bool starts_afresh(Bytes part) {
  if (part <= parts / 4) return true;
  if (part <= 3 * parts / 4) return part % 2 == 0;
  return part % (4 * step_above(part)) == 0 || (part > parts && part <= 5 * parts / 4);
}

}  // namespace

std::vector<Rung> capacity_ladder(Bytes live_peak, Bytes capacity, std::size_t operators) {
  // Capacities are rounded down to multiples of this number of bytes. A memory that is a few bytes
  // smaller than the exact share of the peak thus still reaches the capacity.
  constexpr Bytes unit = 64;
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
  return rungs;
}

}  // namespace spillway::search
