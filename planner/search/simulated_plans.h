// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "planner/plan_network.h"

namespace spillway::search {

/// Simulates plans and remembers the results, so that equal plans are simulated completely only
/// once. Counts plans whose simulation was ended early, too.
class SimulatedPlans {
 public:
  /// `simulate` returns the cycles of a plan. `takes_longer` returns whether a plan needs more
  /// cycles than a limit, without simulating a slow plan completely. If `takes_longer` is empty,
  /// within() simulates every plan completely.
  explicit SimulatedPlans(SimulatedCyclesOf simulate, TakesLonger takes_longer = {})
      : simulate_(std::move(simulate)), takes_longer_(std::move(takes_longer)) {}

  const SimulatedCycles& of(const Plan& plan);
  /// Returns the cycles of the plan; infinity if it needs more than `most` cycles.
  double within(const Plan& plan, double most);
  std::int64_t count() const { return static_cast<std::int64_t>(known_.size()); }
  /// Returns how many of the first `count` plans that this object simulated were not simulated by
  /// `others`.
  std::int64_t count_beside(const SimulatedPlans& others, std::int64_t count) const;

 private:
  struct Simulated {
    std::int64_t number = 0;  // number of plans that were simulated before this plan
    std::optional<SimulatedCycles> cycles = {};
    double takes_more_than = 0;  // if `cycles` is unknown: a lower bound of the cycles
  };

  Simulated& entry(const Plan& plan);
  const SimulatedCycles& simulated(const Plan& plan, Simulated& entry);

  SimulatedCyclesOf simulate_;
  TakesLonger takes_longer_;
  std::unordered_map<std::string, Simulated> known_;
};

/// Returns Spearman's rank correlation of the pairs; equal values share their mean rank. 0 for
/// fewer than three pairs, or if all first or all second values are equal.
double rank_correlation(const std::vector<std::pair<double, double>>& pairs);

}  // namespace spillway::search
