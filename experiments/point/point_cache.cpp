// SPDX-License-Identifier: Apache-2.0
#include "experiments/point/point_cache.h"

#include <algorithm>

#include <fmt/format.h>

#include "experiments/point/option_table.h"
#include "hwmodels/lower.h"
#include "hwmodels/target/processor_family.h"
#include "sim/simulate.h"

namespace spillway {
Target with_family_options(Target target, const DesignPoint& point) {
  const auto apply = target.processor.family().apply_options;
  if (apply != nullptr) apply(target, point.weights, point.family_options);
  return target;
}

Target with_reserved(Target target, const DesignPoint& point) {
  for (const auto& [name, bytes] : point.reserved) {
    Bytes& capacity = target.memories[memory_index(target, name)].capacity;
    capacity = std::max<Bytes>(0, capacity - bytes);
  }
  return target;
}

const Target& PointCache::target_without_limits(const DesignPoint& point) {
  const auto [entry, added] = targets_.try_emplace(stage_key(Stage::target, point));
  if (added) {
    TargetOptions options = point.target_options;
    options.capacities.clear();
    try {
      entry->second = configure_target(load_target(point.target), options);
    } catch (...) {
      targets_.erase(entry);
      throw;
    }
  }
  return entry->second;
}

Target PointCache::target(const DesignPoint& point) {
  Target target = target_without_limits(point);
  for (const auto& [memory, size] : point.target_options.capacities) {
    target = with_capacity(std::move(target), memory, size);
  }
  return with_family_options(with_reserved(std::move(target), point), point);
}

const WeightNeeds& PointCache::weight_needs(const std::string& name,
                                            const std::function<WeightNeeds()>& make) {
  if (needs_name_ != name) {
    needs_name_.clear();
    needs_ = make();
    needs_name_ = name;
  }
  return needs_;
}

Timing PointCache::simulated(const DesignPoint& point, const Target& target,
                             const Program& program) {
  ++simulations_;
  const bool alike = many_ && target.processor.family().begins_alike;
  return alike ? simulate_after_alike(stage_key(Stage::target, point), target, program)
               : simulate(target, program);
}

std::optional<Timing> PointCache::simulated_within(const Deadline& deadline,
                                                   const DesignPoint& point, const Target& target,
                                                   const Program& program) {
  ++simulations_;
  const bool alike = many_ && target.processor.family().begins_alike;
  return alike ? simulate_after_alike_within(deadline, stage_key(Stage::target, point), target,
                                             program)
               : simulate_within(deadline, target, program);
}

std::string PointCache::names_of_schedule(const Network& network, const DesignPoint& point) {
  return fmt::format("{}\n{}{}{}", static_cast<const void*>(&network),
                     stage_key(Stage::target, point), stage_key(Stage::lower, point),
                     stage_key(Stage::schedule, point));
}

const Network& PointCache::lowered(const Network& network, const DesignPoint& point,
                                   MemoryIndex constants) {
  LoweredKey key{&network, stage_key(Stage::target, point), stage_key(Stage::lower, point)};
  const auto found = lowered_.find(key);
  if (found != lowered_.end()) return found->second;
  const Target target = with_family_options(target_without_limits(point), point);
  Network result = lower(network, target, constants, point.family_options);
  return lowered_.emplace(std::move(key), std::move(result)).first->second;
}

}  // namespace spillway
