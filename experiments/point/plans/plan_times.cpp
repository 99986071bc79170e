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
    cycles.waiting.push_back(static_cast<double>(op.total() - op.compute));
  }
  if (cycles_.size() == most_plans) cycles_.clear();
  return cycles_.insert_or_assign(std::move(key), std::move(cycles)).first->second;
}

const SimulatedCycles* PlanTimes::bound(const std::string& key) const {
  const auto found = bounds_.find(key);
  return found != bounds_.end() ? &found->second : nullptr;
}

void PlanTimes::add_bound(const std::string& key, SimulatedCycles cycles) {
  if (bounds_.size() == most_plans) bounds_.clear();
  bounds_.insert_or_assign(key, std::move(cycles));
}

double PlanTimes::at_least(const std::string& key) const {
  if (const SimulatedCycles* const cycles = find(key)) return cycles->total;
  const SimulatedCycles* const bounded = bound(key);
  const auto given_up = stopped_at_.find(key);
  return std::max(bounded != nullptr ? bounded->total : 0,
                  given_up != stopped_at_.end() ? given_up->second : 0);
}

void PlanTimes::raise_lower_bound(const std::string& key, double cycles) {
  if (stopped_at_.size() == most_plans) stopped_at_.clear();
  double& known = stopped_at_[key];
  known = std::max(known, cycles);
}

}  // namespace spillway
