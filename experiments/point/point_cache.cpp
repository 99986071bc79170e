// SPDX-License-Identifier: Apache-2.0
#include "experiments/point/point_cache.h"

#include <algorithm>

#include "experiments/point/option_table.h"
#include "hwmodels/target/processor_family.h"
#include "hwmodels/xcore/parameters.h"
#include "sim/simulate.h"

namespace spillway {

namespace {

// With a version come the rules of its time.
void set_xformer(const std::string& name, XcoreParameters& tile) {
  const auto* const found = std::find(xformer_names.begin(), xformer_names.end(), name);
  tile.xformer = static_cast<XformerVersion>(found - xformer_names.begin());
  tile.split_one_pixel = tile.xformer >= XformerVersion::of_2024_10;
}

}  // namespace

Target with_core_options(Target target, const DesignPoint& point) {
  auto* const tile = target.processor.parameters<XcoreParameters>();
  if (tile == nullptr) return target;
  if (point.conv_glue_slots) tile->conv_glue_slots = *point.conv_glue_slots;
  if (!point.xformer.empty()) set_xformer(point.xformer, *tile);
  if (point.split_one_pixel) tile->split_one_pixel = *point.split_one_pixel;
  if (point.early_loads) tile->early_loads = *point.early_loads;
  if (point.page_after) tile->page_after = *point.page_after;
  tile->replanned_threads = point.threads.value_or(0);
  tile->replanned_weights = point.weights;
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
  return with_core_options(with_reserved(std::move(target), point), point);
}

Timing PointCache::simulated(const DesignPoint& point, const Target& target,
                             const Program& program) {
  if (!target.processor.family().keeps_simulations) return simulate(target, program);
  return simulations_.run(stage_key(Stage::target, point), target, program);
}

const Network& PointCache::lowered(const Network& network, const DesignPoint& point,
                                   const LoweringOptions& options) {
  LoweredKey key{&network, stage_key(Stage::target, point), stage_key(Stage::lower, point)};
  const auto found = lowered_.find(key);
  if (found != lowered_.end()) return found->second;
  Network result = lower(network, with_core_options(target_without_limits(point), point), options);
  return lowered_.emplace(std::move(key), std::move(result)).first->second;
}

}  // namespace spillway
