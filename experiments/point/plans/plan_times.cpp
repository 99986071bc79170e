// SPDX-License-Identifier: Apache-2.0
#include "experiments/point/plans/plan_times.h"

#include <algorithm>
#include <utility>

#include "planner/plan_key.h"

namespace spillway {
namespace {

// Maximum number of plans in each table of PlanTimes. A full table is emptied. A plan of
// MobileNetV2 takes about 2 KB.
constexpr std::size_t most_plans = 8192;

}  // namespace

const SimulatedCycles& PlanTimes::of(const std::string& inputs, const Plan& plan,
                                     const std::function<Timing()>& simulate) {
  std::string key = plan_key(inputs, plan);
  const SimulatedCycles* const found = find(key);
  return found != nullptr ? *found : add(std::move(key), simulate());
}

const SimulatedCycles* PlanTimes::find(const std::string& key) const {
  const auto found = cycles_.find(key);
  return found != cycles_.end() ? &found->second : nullptr;
}

const SimulatedCycles& PlanTimes::add(std::string key, const Timing& timing) {
  SimulatedCycles cycles{static_cast<double>(timing.total), {}};
  for (const OperatorTiming& op : timing.operators) {
    cycles.operators.push_back(static_cast<double>(op.total()));
  }
  if (cycles_.size() == most_plans) cycles_.clear();
  return cycles_.insert_or_assign(std::move(key), std::move(cycles)).first->second;
}

double PlanTimes::at_least(const std::string& key) const {
  if (const SimulatedCycles* const cycles = find(key)) return cycles->total;
  const auto bound = bounds_.find(key);
  return bound != bounds_.end() ? bound->second : 0;
}

void PlanTimes::raise_lower_bound(const std::string& key, double cycles) {
  if (bounds_.size() == most_plans) bounds_.clear();
  double& known = bounds_[key];
  known = std::max(known, cycles);
}

}  // namespace spillway
