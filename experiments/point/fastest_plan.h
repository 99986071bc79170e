// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "experiments/point/point_cache.h"
#include "hwmodels/program.h"

namespace spillway {

/// The inputs of fastest_plan(), with which it simulates plans and recognizes plans that were
/// simulated before.
struct PlanRace {
  const DesignPoint& point;
  const Target& target;  // the target of `point`
  // The beginning of the keys under which PlanTimes keeps the plans: names_of_schedule().
  std::string inputs;
  std::function<Program(const Plan&)> schedule;
};

/// Returns the index of the fastest plan. If several plans are equally fast, returns the lowest
/// index. To simulate little, tries plans in ascending order of their lower bounds
/// (least_time_left()), and stops a simulation when its plan can no longer be the fastest. Reads
/// the plan_times() of `cache` and adds new times. Requires at least one plan.
std::size_t fastest_plan(const std::vector<Plan>& plans, const PlanRace& race, PointCache& cache);

/// Returns a lower bound of the cycles of the plan, and the part of each operator in this bound. If
/// no bound is known, the bound is 0 and has no parts.
SimulatedCycles least_cycles(const Plan& plan, const PlanRace& race, PointCache& cache);

}  // namespace spillway
