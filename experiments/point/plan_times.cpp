// SPDX-License-Identifier: Apache-2.0
#include "experiments/point/plan_times.h"

#include <algorithm>
#include <utility>

#include "experiments/point/plan_key.h"

namespace spillway {
namespace {

// A plan of MobileNetV2 takes about 2 KB. When there are more, all are forgotten.
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
  const auto found = at_least_.find(key);
  return found != at_least_.end() ? found->second : 0;
}

void PlanTimes::note_at_least(const std::string& key, double cycles) {
  if (at_least_.size() == most_plans) at_least_.clear();
  double& known = at_least_[key];
  known = std::max(known, cycles);
}

}  // namespace spillway
