// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "planner/plan_network.h"

namespace spillway::search {

/// Simulates plans and remembers the results, so that equal plans are simulated only once.
class SimulatedPlans {
 public:
  explicit SimulatedPlans(SimulatedCyclesOf simulate) : simulate_(std::move(simulate)) {}

  const SimulatedCycles& of(const Plan& plan);
  std::int64_t count() const { return static_cast<std::int64_t>(known_.size()); }
  /// Returns how many of the first `count` plans that this object simulated were not simulated by
  /// `others`.
  std::int64_t count_beside(const SimulatedPlans& others, std::int64_t count) const;

 private:
  struct Simulated {
    SimulatedCycles cycles;
    std::int64_t number = 0;  // number of simulations before the simulation of this plan
  };

  SimulatedCyclesOf simulate_;
  std::unordered_map<std::string, Simulated> known_;
};

/// Returns Spearman's rank correlation of the pairs; equal values share their mean rank. 0 for
/// fewer than three pairs, or if all first or all second values are equal.
double rank_correlation(const std::vector<std::pair<double, double>>& pairs);

}  // namespace spillway::search
