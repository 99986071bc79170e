// SPDX-License-Identifier: Apache-2.0
#include "experiments/sweep/plan_changes.h"

#include <algorithm>

#include <fmt/format.h>

#include "experiments/point/chosen_lowering.h"
#include "experiments/point/plans/capacity_error.h"
#include "experiments/point/point_cache.h"
#include "planner/placement/placement.h"

namespace spillway {
namespace {

constexpr Bytes granule = 16;  // in bytes: tensors are aligned to multiples of this number
constexpr Bytes scan_parts = 64;

std::string text_of(const Plan& plan) {
  std::string text;
  for (const Residency& r : plan.residencies) {
    text += fmt::format("{} {} {} {} {} {}\n", r.tensor, r.memory, r.offset, r.lower, r.upper,
                        r.inside);
  }
  for (const Copy& copy : plan.copies) {
    text += fmt::format("copy {} {} {}\n", copy.tensor, copy.from, copy.to);
  }
  for (const Cascade& cascade : plan.cascades) {
    text += fmt::format("cascade {} {}\n", cascade.first_op, cascade.last_op);
  }
  return text;
}

/// Plans one point with different capacities of one memory, in bytes.
class PlansBySize {
 public:
  PlansBySize(const Network& network, DesignPoint point, const std::string& memory,
              PointCache& cache)
      : network_(network), point_(std::move(point)), cache_(cache) {
    point_.target_options.capacities.emplace_back(memory, 0);
    // Weights stay in place. If weights were copied into fast memory, the copies would use all free
    // memory, and the plan would change with every capacity.
    point_.weight_policy = "in-place";
  }

  NetworkPlan plan(Bytes size) {
    point_.target_options.capacities.back().second = size;
    return plan_point(network_, with_chosen_lowering(network_, point_, cache_), cache_);
  }

  /// Returns the plan for a capacity as a text that can be compared; empty if the capacity is too
  /// small for a plan.
  std::string text(Bytes size) {
    try {
      return text_of(plan(size).plan);
    } catch (const CapacityError&) {
      return "";
    }
  }

  /// Appends to `changes` the capacities in (low, high] at which the plan changes.
  void find_changes(Bytes low, const std::string& low_text, Bytes high,
                    const std::string& high_text, std::vector<Bytes>& changes) {
    if (low_text == high_text) return;
    if (high - low <= granule) {
      changes.push_back(high);
      return;
    }
    const Bytes middle = (low + high) / 2 / granule * granule;
    const std::string middle_text = text(middle);
    find_changes(low, low_text, middle, middle_text, changes);
    find_changes(middle, middle_text, high, high_text, changes);
  }

 private:
  const Network& network_;
  DesignPoint point_;
  PointCache& cache_;
};

// Returns a capacity, in bytes, with the same plan as unlimited memory. Begins with the highest
// address that `unlimited_plan`, the plan for unlimited memory, uses. Doubles the capacity until
// the plan equals `unlimited_plan`.
Bytes sufficient_capacity(PlansBySize& plans, const NetworkPlan& unlimited_plan,
                          MemoryIndex memory) {
  Bytes size = granule;
  for (const Residency& residency : unlimited_plan.plan.residencies) {
    if (residency.memory == memory) size = std::max(size, residency.offset + residency.size);
  }
  const std::string text = text_of(unlimited_plan.plan);
  size = (size + granule - 1) / granule * granule;
  while (plans.text(size) != text && size < unlimited / 4) size *= 2;
  return size;
}

}  // namespace

Bytes peak_bytes(const Network& network, const DesignPoint& point, PointCache& cache) {
  const Target target = cache.target(point);
  std::vector<MemorySpace> memories;
  for (const MemorySpec& memory : target.memories) memories.push_back({memory.name, unlimited, 1});
  return least_peak(make_problem(lowered_for(network, point, cache), memories), {});
}

std::vector<Bytes> plan_change_sizes(const Network& network, const DesignPoint& point,
                                     const std::string& memory, PointCache& cache) {
  const Target target = cache.target(point);
  const std::size_t index = memory_index(target, memory);
  PlansBySize plans(network, point, memory, cache);
  NetworkPlan unlimited_plan;
  try {
    unlimited_plan = plans.plan(unlimited);
  } catch (const CapacityError&) {
    return {target.memories[index].capacity};
  }
  const Bytes end = sufficient_capacity(plans, unlimited_plan, static_cast<MemoryIndex>(index));
  const Bytes step = std::max(granule, (end / scan_parts + granule - 1) / granule * granule);
  std::vector<Bytes> changes;
  Bytes low = 0;
  std::string low_text = plans.text(low);
  if (!low_text.empty()) changes.push_back(low);
  while (low < end) {
    const Bytes high = std::min(low + step, end);
    std::string high_text = plans.text(high);
    plans.find_changes(low, low_text, high, high_text, changes);
    low = high;
    low_text = std::move(high_text);
  }
  return changes;
}

}  // namespace spillway
