// SPDX-License-Identifier: Apache-2.0
#include "planner/search/simulated_plans.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "planner/plan_key.h"

namespace spillway::search {
namespace {

std::vector<double> ranks(const std::vector<double>& values) {
  std::vector<std::size_t> order(values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return values[a] < values[b]; });
  std::vector<double> ranks(values.size());
  for (std::size_t i = 0; i < order.size();) {
    std::size_t end = i;
    while (end < order.size() && values[order[end]] == values[order[i]]) ++end;
    for (std::size_t j = i; j < end; ++j) {
      ranks[order[j]] = static_cast<double>(i + end - 1) / 2;
    }
    i = end;
  }
  return ranks;
}

}  // namespace

SimulatedPlans::Simulated& SimulatedPlans::entry(const Plan& plan) {
  return known_.try_emplace(plan_key({}, plan), Simulated{count()}).first->second;
}

const SimulatedCycles& SimulatedPlans::simulated(const Plan& plan, Simulated& entry) {
  if (!entry.cycles) entry.cycles = simulate_(plan);
  return *entry.cycles;
}

const SimulatedCycles& SimulatedPlans::of(const Plan& plan) { return simulated(plan, entry(plan)); }

double SimulatedPlans::within(const Plan& plan, double most) {
  constexpr double too_slow = std::numeric_limits<double>::infinity();
  Simulated& known = entry(plan);
  if (!known.cycles && takes_longer_ && most < too_slow) {
    if (known.takes_more_than >= most) return too_slow;
    if (takes_longer_(plan, most)) {
      known.takes_more_than = most;
      return too_slow;
    }
  }
  const double cycles = simulated(plan, known).total;
  return cycles <= most ? cycles : too_slow;
}

std::int64_t SimulatedPlans::count_beside(const SimulatedPlans& others, std::int64_t count) const {
  return std::count_if(known_.begin(), known_.end(), [&](const auto& entry) {
    return entry.second.number < count && others.known_.count(entry.first) == 0;
  });
}

double rank_correlation(const std::vector<std::pair<double, double>>& pairs) {
  constexpr std::size_t fewest = 3;
  if (pairs.size() < fewest) return 0;
  std::vector<double> first, second;
  for (const auto& [a, b] : pairs) {
    first.push_back(a);
    second.push_back(b);
  }
  const std::vector<double> x = ranks(first), y = ranks(second);
  const double mean = static_cast<double>(pairs.size() - 1) / 2;
  double xx = 0, yy = 0, xy = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    xx += (x[i] - mean) * (x[i] - mean);
    yy += (y[i] - mean) * (y[i] - mean);
    xy += (x[i] - mean) * (y[i] - mean);
  }
  return xx > 0 && yy > 0 ? xy / std::sqrt(xx * yy) : 0;
}

}  // namespace spillway::search
