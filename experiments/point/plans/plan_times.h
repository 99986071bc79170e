// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <unordered_map>

#include "planner/plan_costs.h"

namespace spillway {

/// Keeps the cycles of simulated plans and of their operators, by plan_key(). So a plan is
/// simulated only once, even if a planner or several points of a sweep try it repeatedly.
class PlanTimes {
 public:
  /// Returns the cycles of the plan. If they are not known, gets them from `simulate` and keeps
  /// them. `inputs` identifies everything else on which the time depends: network, target and
  /// options.
  const SimulatedCycles& of(const std::string& inputs, const Plan& plan,
                            const std::function<Timing()>& simulate);

  /// Returns the cycles of the plan with this key; null if it was not simulated.
  const SimulatedCycles* find(const std::string& key) const;
  const SimulatedCycles& add(std::string key, const Timing& timing);

  /// Returns the lower bound of the plan's cycles that is stored; null if there is none.
  const SimulatedCycles* bound(const std::string& key) const;
  void add_bound(const std::string& key, SimulatedCycles cycles);

  /// Returns the highest lower bound of the plan's cycles that is known: from its simulation, from
  /// a stored bound, or from a simulation that was stopped. 0 = nothing is known.
  double at_least(const std::string& key) const;
  void note_at_least(const std::string& key, double cycles);

 private:
  std::unordered_map<std::string, SimulatedCycles> cycles_;  // by plan_key()
  std::unordered_map<std::string, SimulatedCycles> bounds_;  // by plan_key()
  // For each plan_key(): a number of cycles that the plan exceeds, because its simulation was
  // stopped there.
  std::unordered_map<std::string, double> given_up_;
};

}  // namespace spillway
