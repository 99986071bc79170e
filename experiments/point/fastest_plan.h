// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "experiments/point/point_cache.h"
#include "hwmodels/program.h"

namespace spillway {

/// What fastest_plan() needs to schedule and simulate plans, and to recognize plans that were
/// simulated before.
struct PlanRace {
  const DesignPoint& point;
  const Target& target;  // the target of `point`
  // The result of names_of_schedule(). The keys of the plans in PlanTimes begin with this text.
  std::string inputs;
  std::function<Program(const Plan&)> schedule;
};

/// Returns the index of the fastest plan. If several plans are equally fast, returns the lowest
/// index. To simulate little, begins with plans that were simulated before, and continues in
/// ascending order of lower bounds (PlanTimes::at_least()). Stops a simulation when its plan can no
/// longer be the fastest. Reads the plan_times() of `cache`, and adds new times and lower bounds.
/// Requires at least one plan.
std::size_t fastest_plan(const std::vector<Plan>& plans, const PlanRace& race, PointCache& cache);

/// Whether the plan needs more than `most` cycles. Stops the simulation when the plan can no longer
/// end within `most` cycles. If the plan ends within `most` cycles, adds its time to the
/// plan_times() of `cache`.
bool takes_longer(const Plan& plan, double most, const PlanRace& race, PointCache& cache);

}  // namespace spillway
