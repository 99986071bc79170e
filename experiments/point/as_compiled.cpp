// SPDX-License-Identifier: Apache-2.0
#include "experiments/point/as_compiled.h"

#include <utility>

#include "hwmodels/target/processor_family.h"

namespace spillway {
namespace {

/// The mode that the file shows, of the target before sizes and parts, which may be of memories
/// that only this mode has.
std::string mode_of(const Network& network, const DesignPoint& point) {
  const ProcessorFamily* const family = compiled_family(network);
  if (family == nullptr || family->compiled_mode == nullptr) return "";
  TargetOptions options = point.target_options;
  options.parts.clear();
  options.capacities.clear();
  const Target target = configure_target(load_target(point.target), options);
  return &target.processor.family() == family ? family->compiled_mode(network, target) : "";
}

}  // namespace

DesignPoint as_compiled(const Network& network, DesignPoint point) {
  if (point.target.empty()) {
    point.target = compiled_target(network);
    point.target_of_file = !point.target.empty();
  }
  const TargetOptions& options = point.target_options;
  // Regions that the user places are no question of modes.
  if (point.target.empty() || !options.memory_mode.empty() || !options.regions.empty()) {
    return point;
  }
  if (std::string mode = mode_of(network, point); !mode.empty()) {
    point.target_options.memory_mode = std::move(mode);
    point.mode_of_file = true;
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
