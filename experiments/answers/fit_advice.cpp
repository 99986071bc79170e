// SPDX-License-Identifier: Apache-2.0
#include "experiments/answers/fit_advice.h"

#include <algorithm>
#include <optional>
#include <vector>

#include <fmt/format.h>

#include "base/index.h"
#include "base/text.h"
#include "experiments/point/capacity_error.h"
#include "experiments/point/option_table.h"
#include "experiments/point/point_cache.h"
#include "hwmodels/xcore/compiled/compiled_options.h"
#include "hwmodels/xcore/family.h"
#include "report/operator_table.h"

namespace spillway {
namespace {

// Operators that a search for splits looks at: large images are at the front of a network.
constexpr std::size_t most_operators = 1000;  // more would be searched for too long
constexpr std::int32_t most_tops = 2;
constexpr std::int32_t most_bottoms = 16;
constexpr std::size_t most_firsts = 4;  // ranges that a second one is tried behind

struct Remedy {
  std::string options;
  Bytes arena = 0;  // bytes of the fastest memory
  Cycles cycles = 0;
};

class Advisor {
 public:
  Advisor(const Network& network, const DesignPoint& point)
      : network_(network), point_(point), target_(resolve_target(point)) {}

  std::vector<Remedy> remedies() {
    std::vector<Remedy> found;
    const auto add = [&](const std::optional<Remedy>& remedy) {
      if (remedy) found.push_back(*remedy);
    };
    add(split_in_strips());
    for (const std::vector<std::string>& arena :
         std::vector<std::vector<std::string>>{{"sram", "extram"}, {"extram"}}) {
      DesignPoint other = point_;
      other.arena = arena;
      if (arena != point_.arena) add(timed("--arena " + joined(arena), other));
    }
    if (has_landings()) {
      DesignPoint other = point_;
      other.placements.emplace_back("landing=extram");
      add(timed("--place landing=extram", other));
      other = point_;
      other.weights = "extram";
      other.placements.emplace_back("landing=extram");
      if (point_.weights != "extram") {
        add(timed("--weights extram --place landing=extram", other));
      }
    }
    std::stable_sort(found.begin(), found.end(),
                     [](const Remedy& a, const Remedy& b) { return a.cycles < b.cycles; });
    return found;
  }

  const Target& target() const { return target_; }

 private:
  static std::string joined(const std::vector<std::string>& words) {
    std::string text;
    for (const std::string& word : words) text += (text.empty() ? "" : ",") + word;
    return text;
  }

  bool has_landings() const {
    const std::string& constants = point_.weights.empty() ? target_.mode.constants : point_.weights;
    return constants != target_.memories.front().name;
  }

  std::optional<Remedy> timed(const std::string& options, const DesignPoint& point) {
    try {
      const PointResult result = run_point(network_, point, cache_);
      return Remedy{options, result.timing.memories.front().peak, result.timing.total};
    } catch (const UserError&) {
      return std::nullopt;  // does not fit either, or cannot be combined
    }
  }

  /// What the search knows of some splits.
  struct Splits {
    std::vector<RowSplit> ranges;
    Bytes arena = 0;        // of the fastest memory, if it had room
    std::int64_t macs = 0;  // rows at the seams are computed twice
  };

  /// Nothing for splits that the network does not allow.
  std::optional<Splits> with_splits(const std::vector<RowSplit>& ranges) {
    DesignPoint roomy = point_;
    roomy.lowering.row_splits = ranges;
    const std::string& fastest = target_.memories.front().name;
    roomy.target_options.capacities.emplace_back(fastest, unlimited);
    Splits splits{ranges};
    try {
      const NetworkPlan plan = plan_point(network_, roomy, cache_);
      for (const Residency& residency : plan.plan.residencies) {
        if (residency.memory != 0) continue;
        splits.arena = std::max(splits.arena, residency.offset + residency.size);
      }
      for (const Operator& op : lowered_for(network_, roomy, cache_).operators) {
        splits.macs += op.macs;
      }
      return splits;
    } catch (const UserError&) {
      return std::nullopt;
    }
  }

  /// `before` with one more range behind its last, smallest arena first.
  std::vector<Splits> extended(const std::vector<RowSplit>& before) {
    std::vector<Splits> found;
    const auto operators = static_cast<std::int32_t>(network_.operators.size());
    const std::int32_t first = before.empty() ? 0 : before.back().bottom + 1;
    for (std::int32_t top = first; top < std::min(first + most_tops, operators); ++top) {
      for (std::int32_t bottom = top + 1; bottom < std::min(top + most_bottoms, operators);
           ++bottom) {
        for (const std::int32_t strips : {2, 4, 8}) {
          std::vector<RowSplit> ranges = before;
          ranges.push_back({top, bottom, strips});
          const std::optional<Splits> splits = with_splits(ranges);
          if (!splits) break;
          found.push_back(*splits);
        }
      }
    }
    std::stable_sort(found.begin(), found.end(),
                     [](const Splits& a, const Splits& b) { return a.arena < b.arena; });
    return found;
  }

  /// Of those that fit, the one that computes least twice.
  std::optional<Splits> cheapest_fit(const std::vector<Splits>& all) const {
    std::optional<Splits> best;
    for (const Splits& splits : all) {
      if (splits.arena > at(target_.memories, 0).capacity) break;
      if (!best || splits.macs < best->macs) best = splits;
    }
    return best;
  }

  std::optional<Remedy> split_in_strips() {
    const std::vector<Splits> ones = extended(point_.lowering.row_splits);
    std::optional<Splits> best = cheapest_fit(ones);
    for (std::size_t i = 0; !best && i < std::min(ones.size(), most_firsts); ++i) {
      best = cheapest_fit(extended(ones[i].ranges));
    }
    if (!best) return std::nullopt;
    std::string options;
    for (std::size_t i = point_.lowering.row_splits.size(); i < best->ranges.size(); ++i) {
      const RowSplit& range = best->ranges[i];
      options += fmt::format("{}--op-split {},{},{}", options.empty() ? "" : " ", range.top,
                             range.bottom, range.strips);
    }
    DesignPoint split = point_;
    split.lowering.row_splits = best->ranges;
    return timed(options, split);
  }

  const Network& network_;
  const DesignPoint& point_;
  Target target_;
  PointCache cache_;
};

}  // namespace

std::string fit_advice(const Network& network, const DesignPoint& point) {
  const bool compiled =
      std::any_of(network.operators.begin(), network.operators.end(), xcore::is_compiled);
  if (compiled || !point.plan_text.empty()) return "";
  if (network.operators.size() > most_operators) return "";
  Advisor advisor(network, point);
  if (!advisor.target().processor.is_of(xcore::family())) return "";
  std::string text;
  for (const Remedy& remedy : advisor.remedies()) {
    text += fmt::format("  {}: arena {} bytes, {:.3f} ms\n", remedy.options,
                        with_thousands(remedy.arena),
                        milliseconds(remedy.cycles, ClockDomain{advisor.target().clock_khz}));
  }
  return text.empty() ? "" : "spillway: what would fit, fastest first:\n" + text;
}

}  // namespace spillway
