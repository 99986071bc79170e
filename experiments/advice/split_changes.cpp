// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <limits>
#include <optional>
#include <set>
#include <string>
#include <tuple>

#include <fmt/format.h>

#include "base/diagnostics.h"
#include "base/index.h"
#include "experiments/advice/change.h"
#include "experiments/advice/try_points.h"
#include "experiments/point/option_table.h"
#include "experiments/point/point_cache.h"
#include "experiments/workers/worker_pool.h"
#include "planner/peaks/footprint.h"
#include "planner/plan_network.h"

namespace spillway {
namespace {

constexpr Bytes ample_capacity = Bytes{1} << 30;
constexpr Bytes no_plan = std::numeric_limits<Bytes>::max();
// The operator with the most live bytes is split together with at most this many operators before
// it, and at most this many operators after it.
constexpr std::int32_t reach = 8;
constexpr int most_ranges = 4;

// The operators from number `top` to number `bottom`, whose rows are split into `strips` strips.
struct RowRange {
  std::int32_t top = 0;
  std::int32_t bottom = 0;
  std::int32_t strips = 2;

  friend bool operator<(const RowRange& a, const RowRange& b) {
    return std::tie(a.top, a.bottom, a.strips) < std::tie(b.top, b.bottom, b.strips);
  }
};

using Splits = std::vector<RowRange>;

OptionItems items_of(const Splits& splits) {
  OptionItems items;
  for (const RowRange& split : splits) {
    items.push_back(fmt::format("{}:{}:{}", split.top, split.bottom, split.strips));
  }
  return items;
}

bool covers(const Splits& splits, std::int32_t op) {
  return std::any_of(splits.begin(), splits.end(),
                     [op](const RowRange& split) { return split.top <= op && op <= split.bottom; });
}

/// Searches for splits of operators into strips of rows with which the feature maps fit into the
/// fastest memory. Plans the network with each split in unlimited memory, and compares the bytes
/// that the plans use.
class SplitSearch {
 public:
  SplitSearch(const Network& network, const DesignPoint& point, const Target& target,
              std::size_t workers)
      : network_(network), workers_(workers), capacity_(target.memories.front().capacity) {
    point_ = point;
    point_.arena = {target.memories.front().name};
    point_.planner.clear();
    point_.target_options.capacities = {{target.memories.front().name, ample_capacity}};
    for (std::size_t op = 0; op < network.operators.size(); ++op) live_.push_back(0);
    for (const Buffer& buffer : make_problem(network, {{"memory", unlimited, 1}}).buffers) {
      for (TimeStep step = std::max(buffer.lower, 1);
           step < buffer.upper && step <= static_cast<TimeStep>(live_.size()); ++step) {
        at(live_, step - 1) += buffer.size;
      }
    }
  }

  /// Returns the splits; empty if the maps fit without splits, or if no splits are found with which
  /// the maps fit.
  Splits run() {
    Splits splits;
    while (peaks_of_plan(splits).all > capacity_) {
      const std::optional<std::int32_t> op = most_live_operator(splits);
      if (!op || splits.size() == most_ranges) return {};
      const std::vector<Splits> candidates = candidates_around(*op, splits);
      const std::vector<Bytes> peaks = peaks_without_unsplit(candidates);
      const auto best = std::min_element(peaks.begin(), peaks.end());
      if (best == peaks.end() || *best == no_plan) return {};
      splits = at(candidates, best - peaks.begin());
    }
    for (std::size_t i = 0; i < splits.size(); ++i) reduce(splits, i);
    return splits;
  }

 private:
  struct Peaks {
    Bytes all = no_plan;  // bytes that the plan uses, in total
    // The highest number of live bytes at any operator. Operators that still need a split are
    // ignored.
    Bytes without_unsplit = no_plan;
  };

  Peaks peaks_of_plan(const Splits& splits) const {
    DesignPoint point = point_;
    set_option(find_point_option("op-split"), items_of(splits), point);
    PointCache cache;
    try {
      const NetworkPlan plan = plan_point(network_, point, cache);
      const Network& lowered = lowered_for(network_, point, cache);
      return {measure_footprint(plan.plan.residencies, 0).required,
              peak_without_unsplit(plan.plan, lowered, splits)};
    } catch (const UserError&) {
      return {};  // the planner refuses these splits of operators
    }
  }

  Bytes peak_without_unsplit(const Plan& plan, const Network& lowered, const Splits& splits) const {
    const std::set<std::string> left = names_left_to_split(splits);
    std::vector<Bytes> live(lowered.operators.size(), 0);
    for (const Residency& residency : plan.residencies) {
      if (residency.memory != 0) continue;
      const auto end = std::min(static_cast<std::size_t>(residency.upper - 1), live.size());
      for (auto op = static_cast<std::size_t>(std::max(residency.lower - 1, 0)); op < end; ++op) {
        live[op] += residency.size;
      }
    }
    Bytes peak = 0;
    for (std::size_t op = 0; op < live.size(); ++op) {
      if (!is_lowered_from(lowered.operators[op].name, left)) peak = std::max(peak, live[op]);
    }
    return peak;
  }

  std::set<std::string> names_left_to_split(const Splits& splits) const {
    std::set<std::string> names;
    for (std::int32_t op = 0; op < static_cast<std::int32_t>(live_.size()); ++op) {
      if (at(live_, op) <= capacity_ || covers(splits, op)) continue;
      names.insert(at(network_.operators, op).name);
    }
    return names;
  }

  // Whether a lowered operator comes from an operator in `names`. The name of such an operator is
  // the name of the original operator, or begins with this name and a slash.
  static bool is_lowered_from(const std::string& lowered, const std::set<std::string>& names) {
    if (names.count(lowered) > 0) return true;
    for (std::size_t end = lowered.find('/'); end != std::string::npos;
         end = lowered.find('/', end + 1)) {
      if (names.count(lowered.substr(0, end)) > 0) return true;
    }
    return false;
  }

  std::vector<Bytes> peaks_without_unsplit(const std::vector<Splits>& candidates) const {
    std::vector<Bytes> peaks;
    for (const std::string& text :
         map_in_workers(candidates.size(), workers_, [&](std::size_t candidate) {
           return std::to_string(peaks_of_plan(candidates[candidate]).without_unsplit);
         })) {
      peaks.push_back(text.empty() ? no_plan : std::stoll(text));
    }
    return peaks;
  }

  // Returns the operator with the most live bytes among the operators that `splits` do not contain.
  // Returns nothing if `splits` contain all operators.
  std::optional<std::int32_t> most_live_operator(const Splits& splits) const {
    std::optional<std::int32_t> found;
    for (std::int32_t op = 0; op < static_cast<std::int32_t>(live_.size()); ++op) {
      if (covers(splits, op)) continue;
      if (!found || at(live_, op) > at(live_, *found)) found = op;
    }
    return found;
  }

  std::vector<Splits> candidates_around(std::int32_t op, const Splits& splits) const {
    std::vector<Splits> candidates;
    const auto count = static_cast<std::int32_t>(network_.operators.size());
    for (std::int32_t top = op; top >= std::max(0, op - reach) && !covers(splits, top); --top) {
      for (std::int32_t bottom = op;
           bottom <= std::min(count - 1, op + reach) && !covers(splits, bottom); ++bottom) {
        for (const std::int32_t strips : {4, 8}) {
          Splits more = splits;
          more.push_back({top, bottom, strips});
          std::sort(more.begin(), more.end());
          candidates.push_back(std::move(more));
        }
      }
    }
    return candidates;
  }

  // Reduces the number of strips in splits[which] to the smallest number with which the maps fit.
  // Fewer strips take less time, because rows at the borders of strips are computed twice.
  void reduce(Splits& splits, std::size_t which) const {
    for (std::int32_t strips = 2; strips < splits[which].strips; ++strips) {
      Splits fewer = splits;
      fewer[which].strips = strips;
      if (peaks_of_plan(fewer).all > capacity_) continue;
      splits = fewer;
      return;
    }
  }

  const Network& network_;
  std::size_t workers_;
  Bytes capacity_;
  DesignPoint point_;
  std::vector<Bytes> live_;  // live bytes at each operator, in the plan without splits
};

}  // namespace

std::vector<Change> split_changes(const Network& network, const DesignPoint& point,
                                  const Target& target, std::size_t workers) {
  const PointOption& op_split = find_point_option("op-split");
  const bool can_split =
      obstacle_of(op_split, {point, target, network}).empty() &&
      obstacle_of(find_point_option("planner"), {point, target, network}).empty();
  if (!can_split || is_given(op_split, point)) return {};
  const Splits splits = SplitSearch(network, point, target, workers).run();
  if (splits.empty()) return {};
  return {{"operator splits",
           false,
           {{"op-split", items_of(splits)}, {"arena", {target.memories.front().name}}}}};
}

}  // namespace spillway
