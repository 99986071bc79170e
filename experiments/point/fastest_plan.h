// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "experiments/point/point_cache.h"
#include "hwmodels/program.h"

namespace spillway {

/// Where plans are compared.
struct PlanRace {
  const DesignPoint& point;
  const Target& target;  // that of the point
  std::string inputs;    // names_of_schedule()
  std::function<Program(const Plan&)> schedule;
};

/// Index of the plan that runs shortest, of equal ones the first, with no more simulation than that
/// takes: those that could be fastest by their bounds (least_time_left()) go first, and a run is
/// given up when it can win no more. What was known before goes into `cache`'s plan_times(), as
/// does what is found. Requires one plan at least.
std::size_t fastest_plan(const std::vector<Plan>& plans, const PlanRace& race, PointCache& cache);

/// Cycles that no run of the plan is below, and what its operators are counted with in them; 0, and
/// none, where nothing is known.
SimulatedCycles least_cycles(const Plan& plan, const PlanRace& race, PointCache& cache);

}  // namespace spillway
