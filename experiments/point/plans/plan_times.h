// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <unordered_map>

#include "planner/plan_costs.h"

namespace spillway {

/// Keeps the cycles of simulated plans and of their operators, under the plan_key() of each plan.
/// So a plan is rarely simulated twice, even if a planner or several points of a sweep need its
/// time repeatedly.
class PlanTimes {
 public:
  /// Returns the cycles of the plan. If the plan was not simulated before, calls `simulate` and
  /// keeps the cycles. `inputs` identifies everything else on which the time depends: network,
  /// target and options.
  const SimulatedCycles& of(const std::string& inputs, const Plan& plan,
                            const std::function<Timing()>& simulate);

  /// Returns the cycles of the plan with this key; null if the plan was not simulated.
  const SimulatedCycles* find(const std::string& key) const;
  const SimulatedCycles& add(std::string key, const Timing& timing);

  /// Returns the cycles of the plan, or the highest lower bound of raise_lower_bound() if the plan
  /// was not simulated completely. 0 = no bound is known.
  double at_least(const std::string& key) const;
  void raise_lower_bound(const std::string& key, double cycles);

 private:
  // Cycles of simulated plans; the key is plan_key().
  std::unordered_map<std::string, SimulatedCycles> cycles_;
  // Lower bounds of plans' cycles; the key is plan_key().
  std::unordered_map<std::string, double> bounds_;
};

}  // namespace spillway
