// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <unordered_map>

#include "planner/plan_costs.h"

namespace spillway {

/// Caches the cycles of simulated plans and of their operators, so that planners that try many
/// plans, and points of a sweep that try the same plans, simulate each plan once. Plans are
/// identified by plan_key().
class PlanTimes {
 public:
  /// Returns the cached cycles of the plan; calls `simulate` if there are none. `inputs` identifies
  /// everything else that the time depends on: network, target and options.
  const SimulatedCycles& of(const std::string& inputs, const Plan& plan,
                            const std::function<Timing()>& simulate);

  /// The cached cycles by plan_key(); null if the plan was not simulated.
  const SimulatedCycles* find(const std::string& key) const;
  const SimulatedCycles& add(std::string key, const Timing& timing);

  /// The cached lower bound of the plan; null if there is none.
  const SimulatedCycles* bound(const std::string& key) const;
  void add_bound(const std::string& key, SimulatedCycles cycles);

  /// A lower bound of the plan's cycles from all that is known; 0 = nothing is known.
  double at_least(const std::string& key) const;
  void note_at_least(const std::string& key, double cycles);

 private:
  std::unordered_map<std::string, SimulatedCycles> cycles_;  // by plan_key()
  std::unordered_map<std::string, SimulatedCycles> bounds_;  // by plan_key()
  // By plan_key(): cycles that a stopped run exceeds.
  std::unordered_map<std::string, double> given_up_;
};

}  // namespace spillway
