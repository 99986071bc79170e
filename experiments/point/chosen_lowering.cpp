// SPDX-License-Identifier: Apache-2.0
#include "experiments/point/chosen_lowering.h"

#include <algorithm>
#include <optional>
#include <string>

#include "base/diagnostics.h"
#include "experiments/point/option_table.h"
#include "experiments/point/point_cache.h"
#include "planner/external/planner_program.h"
#include "planner/planner.h"

namespace spillway {
namespace {

/// Eighths of the fastest memory that are tried for what lands at once.
constexpr Bytes eighths[] = {7, 6, 4, 3};

/// Nothing where the point cannot run.
std::optional<Cycles> cycles_of(const Network& network, const DesignPoint& point,
                                PointCache& cache) {
  try {
    return run_point(network, point, cache).timing.total;
  } catch (const UserError&) {
    return std::nullopt;
  }
}

bool has_choice(const Network& network, const DesignPoint& point) {
  if (point.planner.empty() || point.arena.size() < 2 || !point.plan_text.empty()) return false;
  if (point.planner_options.search_budget == no_search) return false;
  if (is_planner_program(point.planner)) return false;
  if (!find_planner(point.planner).planner->chooses_by_time()) return false;
  const PointOption& landing = find_point_option("landing");
  return !is_given(landing, point) &&
         obstacle_of(landing, {point, resolve_target(point), network}).empty();
}

}  // namespace

DesignPoint with_chosen_lowering(const Network& network, const DesignPoint& point) {
  if (!has_choice(network, point)) return point;
  constexpr std::int64_t quick = 20;  // plans for each way to lower
  PointCache cache;
  DesignPoint best = point, rough = point;
  rough.planner_options.search_budget = quick;
  std::optional<Cycles> least = cycles_of(network, rough, cache);
  const Bytes fastest = resolve_target(point).memories.front().capacity;
  for (const Bytes part : eighths) {
    DesignPoint tried = rough;
    const Bytes size = std::max<Bytes>(1, fastest / 8 * part);
    set_option(find_point_option("landing"), {std::to_string(size)}, tried);
    const std::optional<Cycles> cycles = cycles_of(network, tried, cache);
    if (!cycles || (least && *cycles >= *least)) continue;
    least = cycles;
    best = std::move(tried);
    best.planner_options = point.planner_options;
  }
  return best;
}

}  // namespace spillway
