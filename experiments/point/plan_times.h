// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <unordered_map>

#include "planner/plan_costs.h"

namespace spillway {

/// Cycles of plans that were simulated before, and of their operators, so that a planner that tries
/// many, and points of a sweep that try the same ones, pay for each once. A plan is told apart by
/// all that schedule() reads of it; the sizes of its memories are no part of that.
class PlanTimes {
 public:
  /// As simulate(), which is asked only where it has to be. `inputs` names everything else that the
  /// time depends on: network, target and options.
  const SimulatedCycles& of(const std::string& inputs, const Plan& plan,
                            const std::function<Timing()>& simulate);

  /// The same with the plan's plan_key(); null where nobody asked before.
  const SimulatedCycles* find(const std::string& key) const;
  const SimulatedCycles& add(std::string key, const Timing& timing);

  /// What bounds say of the plan; null where nobody asked.
  const SimulatedCycles* bound(const std::string& key) const;
  void add_bound(const std::string& key, SimulatedCycles cycles);

  /// No run of the plan takes less, by all that is known; 0 = nothing is.
  double at_least(const std::string& key) const;
  void note_at_least(const std::string& key, double cycles);

 private:
  std::unordered_map<std::string, SimulatedCycles> cycles_;  // by inputs and plan
  std::unordered_map<std::string, SimulatedCycles> bounds_;  // the same
  std::unordered_map<std::string, double> given_up_;         // the same, of runs that were
};

}  // namespace spillway
