// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "experiments/point/point_cache.h"
#include "hwmodels/program.h"

namespace spillway {

/// What fastest_plan() needs to simulate plans and to recognize plans that were simulated before.
struct PlanRace {
  const DesignPoint& point;
  const Target& target;  // the target of `point`
  // The beginning of the plans' keys in PlanTimes: names_of_schedule().
  std::string inputs;
  std::function<Program(const Plan&)> schedule;
};

/// Returns the index of the fastest plan; if several are equally fast, of the first of them. To
/// simulate little, it tries plans in ascending order of their lower bounds (least_time_left()) and
/// stops a simulation when the plan can no longer be the fastest. Reads and extends the times in
/// `cache`'s plan_times(). Requires at least one plan.
std::size_t fastest_plan(const std::vector<Plan>& plans, const PlanRace& race, PointCache& cache);

/// Returns a lower bound of the cycles of the plan, and each operator's part of them. If nothing is
/// known, the bound is 0 and has no parts.
SimulatedCycles least_cycles(const Plan& plan, const PlanRace& race, PointCache& cache);

}  // namespace spillway
