// SPDX-License-Identifier: Apache-2.0
#include "experiments/point/point_cache.h"

#include <algorithm>

#include <fmt/format.h>

#include "hwmodels/target/processor_family.h"
#include "hwmodels/xcore/parameters.h"
#include "sim/simulate.h"

namespace spillway {

Target with_core_options(Target target, const DesignPoint& point) {
  if (!point.conv_glue_slots && !point.split_one_pixel) return target;
  auto* const tile = target.processor.parameters<XcoreParameters>();
  if (tile == nullptr) {
    throw UserError(ExitCode::usage,
                    std::string(point.conv_glue_slots ? "--conv-glue-slots" : "--one-pixel") +
                        " is for xcore.ai targets, not " + target.name);
  }
  if (point.conv_glue_slots) tile->conv_glue_slots = *point.conv_glue_slots;
  if (point.split_one_pixel) tile->split_one_pixel = *point.split_one_pixel;
  return target;
}

Target with_reserved(Target target, const DesignPoint& point) {
  for (const auto& [name, bytes] : point.reserved) {
    Bytes& capacity = target.memories[memory_index(target, name)].capacity;
    capacity = std::max<Bytes>(0, capacity - bytes);
  }
  return target;
}

PointCache::TargetKey PointCache::target_key(const DesignPoint& point) {
  const TargetOptions& options = point.target_options;
  return {point.target,     options.system_config, options.memory_mode,
          options.vela_ini, options.regions,       options.parts};
}

const Target& PointCache::target_without_limits(const DesignPoint& point) {
  const auto [entry, added] = targets_.try_emplace(target_key(point));
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
  const TargetOptions& options = point.target_options;
  std::string chip = fmt::format("{}\n{}\n{}\n{}\n", point.target, options.system_config,
                                 options.memory_mode, options.vela_ini);
  for (const std::string& region : options.regions) chip += region + "\n";
  for (const auto& [memory, part] : options.parts) chip += fmt::format("{}={}\n", memory, part);
  return simulations_.run(chip, target, program);
}

const Network& PointCache::lowered(const Network& network, const DesignPoint& point,
                                   const LoweringOptions& options) {
  LoweredKey key{&network,
                 target_key(point),
                 point.split_one_pixel,
                 options.threads,
                 options.weights_in_flash,
                 options.weights_in_external_ram,
                 options.channelwise,
                 options.reference,
                 options.row_splits};
  const auto found = lowered_.find(key);
  if (found != lowered_.end()) return found->second;
  Network result = lower(network, with_core_options(target_without_limits(point), point), options);
  return lowered_.emplace(std::move(key), std::move(result)).first->second;
}

}  // namespace spillway
