// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "experiments/point/point_cache.h"
#include "hwmodels/program.h"

namespace spillway {

/// What fastest_plan() needs to simulate and compare plans.
struct PlanRace {
  const DesignPoint& point;
  const Target& target;  // target of the point
  std::string inputs;    // names_of_schedule(), the part of the key in PlanTimes that plans share
  std::function<Program(const Plan&)> schedule;
};

/// The index of the fastest plan; of equally fast plans, the first. Simulates as little as
/// possible: plans are tried in order of their lower bounds (least_time_left()), and a run stops
/// when it can no longer win. Uses and extends the times in `cache`'s plan_times(). Requires at
/// least one plan.
std::size_t fastest_plan(const std::vector<Plan>& plans, const PlanRace& race, PointCache& cache);

/// A lower bound of the plan's cycles, and the part of it that each operator accounts for; 0 and no
/// parts if nothing is known.
SimulatedCycles least_cycles(const Plan& plan, const PlanRace& race, PointCache& cache);

}  // namespace spillway
