// SPDX-License-Identifier: Apache-2.0
#include "planner/search/capacity_ladder.h"

#include "base/power_of_two.h"

namespace spillway::search {
namespace {

constexpr Bytes parts = 16;  // number of rungs up to the live peak
constexpr Bytes most_parts = 8 * parts;

Bytes step_above(Bytes part) {
  Bytes step = 1;
  for (Bytes peak = parts; part >= peak; peak *= 2) step *= 2;
  return step;
}

/// Whether the search at the rung of capacity `part` / 16 of the live peak also begins from new
/// starts. It does on all rungs with little memory, because cascades matter there, and on the first
/// rungs where all maps fit, because no lower rung has such plans. Of the other rungs, it does on
/// every second or fourth rung.
bool starts_afresh(Bytes part) {
  if (part <= parts / 4) return true;
  if (part <= 3 * parts / 4) return part % 2 == 0;
  return part % (4 * step_above(part)) == 0 || (part > parts && part <= 5 * parts / 4);
}

}  // namespace

std::vector<Rung> capacity_ladder(Bytes live_peak, Bytes capacity, std::size_t operators) {
  // Round capacities down. A memory that is a few bytes smaller than the exact share of the peak
  // then still has the rung.
  constexpr Bytes unit = 64;
  constexpr std::size_t operators_of_stride = 4'000;
  const std::size_t stride = 1 + operators / operators_of_stride;
  std::vector<Rung> rungs;
  std::size_t number = 0;
  for (Bytes part = 1; part <= most_parts; part += step_above(part), ++number) {
    const Bytes bytes = live_peak * part / parts / unit * unit;
    if (bytes > capacity) break;
    if (number % stride != 0 || bytes <= (rungs.empty() ? 0 : rungs.back().capacity)) continue;
    rungs.push_back({bytes, starts_afresh(part), is_power_of_two(part)});
  }
  return rungs;
}

}  // namespace spillway::search
