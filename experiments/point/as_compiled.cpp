// SPDX-License-Identifier: Apache-2.0
#include "experiments/point/as_compiled.h"

#include <utility>

#include "hwmodels/target/processor_family.h"

namespace spillway {
namespace {

/// Returns the target of the point without the user's choices of memory capacities and memory parts
/// (memory chips). The memory mode of the compiled file is not known yet, and these choices may be
/// for a memory that only exists in this mode.
Target target_of(const DesignPoint& point) {
  TargetOptions options = point.target_options;
  options.parts.clear();
  options.capacities.clear();
  return configure_target(load_target(point.target), options);
}

/// Returns the capacity in bytes of `memory` in the target's system configuration; 0 if the
/// configuration does not have the memory. A memory mode may allow plans to use only a part of this
/// capacity.
Bytes whole_capacity(const Target& target, const std::string& memory) {
  for (const SystemConfig& config : target.system_configs) {
    if (config.name != target.system_config) continue;
    for (const MemorySpec& spec : config.memories) {
      if (spec.name == memory) return spec.capacity;
    }
  }
  return 0;
}

/// Sets the size of the cache for feature maps to `needed` bytes. Does nothing in three cases: the
/// memory mode gives the cache at least `needed` bytes; the memory has fewer than `needed` bytes;
/// or the user has chosen the memory's capacity or its part (memory chip).
void give_cache(Bytes needed, const Target& target, DesignPoint& point) {
  const std::string& cache = target.mode.cache;
  for (const auto& given : point.target_options.capacities) {
    if (given.first == cache) return;
  }
  for (const auto& given : point.target_options.parts) {
    if (given.first == cache) return;
  }
  const Bytes capacity = target.memories[memory_index(target, cache)].capacity;
  if (needed <= capacity || needed > whole_capacity(target, cache)) return;
  point.target_options.capacities.emplace_back(cache, needed);
}

}  // namespace

DesignPoint as_compiled(const Network& network, DesignPoint point) {
  if (point.target.empty()) {
    point.target = compiled_target(network);
    point.target_of_file = !point.target.empty();
  }
  const ProcessorFamily* const family = compiled_family(network);
  const TargetOptions& options = point.target_options;
  // If the user chooses the memory of each address region (`regions`), the memory mode has no
  // effect.
  if (family == nullptr || family->compiled_mode == nullptr || !options.regions.empty() ||
      !options.memory_mode.empty()) {
    return point;
  }
  Target target = target_of(point);
  if (&target.processor.family() != family) return point;
  if (std::string mode = family->compiled_mode(network, target); !mode.empty()) {
    point.target_options.memory_mode = std::move(mode);
    point.mode_of_file = true;
    target = target_of(point);
  }
  if (target.mode.cache != target.mode.arena) {
    give_cache(family->compiled_cache(network), target, point);
  }
  return point;
}

std::string taken_from_file(const DesignPoint& point) {
  std::string text;
  if (point.target_of_file) text = "target " + point.target;
  if (point.target_of_file && point.mode_of_file) text += " and ";
  if (point.mode_of_file) text += "memory mode " + point.target_options.memory_mode;
  return text;
}

}  // namespace spillway
