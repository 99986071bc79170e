// SPDX-License-Identifier: Apache-2.0
#include "experiments/point/plan_times.h"

#include "experiments/point/plan_key.h"

namespace spillway {
namespace {

// A plan of MobileNetV2 takes about 2 KB. When there are more, all are forgotten.
constexpr std::size_t most_plans = 8192;

}  // namespace

const SimulatedCycles& PlanTimes::of(const std::string& inputs, const Plan& plan,
                                     const std::function<Timing()>& simulate) {
  std::string key = plan_key(inputs, plan);
  const auto found = cycles_.find(key);
  if (found != cycles_.end()) return found->second;
  const Timing timing = simulate();
  SimulatedCycles cycles{static_cast<double>(timing.total), {}};
  for (const OperatorTiming& op : timing.operators) {
    cycles.operators.push_back(static_cast<double>(op.total()));
  }
  if (cycles_.size() == most_plans) cycles_.clear();
  return cycles_.emplace(std::move(key), std::move(cycles)).first->second;
}

}  // namespace spillway
