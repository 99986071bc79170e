// SPDX-License-Identifier: Apache-2.0
#include "experiments/design_point.h"

#include <algorithm>

#include "experiments/capacity_error.h"
#include "hwmodels/ethosu/replay.h"

namespace spillway {
namespace {

MemoryIndex index_of(const Target& target, const std::string& memory) {
  return static_cast<MemoryIndex>(memory_index(target, memory));
}

// The memory mode's cache and arena, fastest first, unless the user names others.
std::vector<MemoryIndex> arena_memories(const DesignPoint& point, const Target& target) {
  std::vector<std::string> names = point.arena;
  if (names.empty()) names = {target.mode.cache, target.mode.arena};
  std::vector<MemoryIndex> memories;
  for (const std::string& name : names) memories.push_back(index_of(target, name));
  std::sort(memories.begin(), memories.end());
  memories.erase(std::unique(memories.begin(), memories.end()), memories.end());
  return memories;
}

}  // namespace

Target resolve_target(const DesignPoint& point) {
  return configure_target(load_target(point.target), point.target_options);
}

PlanningRequest planning_request(const DesignPoint& point, const Target& target) {
  PlanningRequest request;
  for (const MemorySpec& memory : target.memories) {
    request.memories.push_back({memory.name, memory.capacity, 16});
  }
  request.arena = arena_memories(point, target);
  request.constants =
      index_of(target, point.weights.empty() ? target.mode.constants : point.weights);
  request.planner = point.planner;
  request.options = point.planner_options;
  return request;
}

PointResult run_point(const Network& network, const DesignPoint& point) {
  PointResult result;
  result.target = resolve_target(point);
  if (ethosu::is_compiled_for_ethosu(network)) {
    result.network = network;
    result.program = ethosu::replay(network, result.target);
  } else {
    const PlanningRequest request = planning_request(point, result.target);
    LoweringOptions lowering = point.lowering;
    const auto constants = static_cast<std::size_t>(request.constants);
    lowering.weights_in_flash = result.target.memories[constants].read_only;
    result.network = lower(network, result.target, lowering);
    result.plan = plan_network(result.network, request);
    require_fit(result.network, request, result.plan);
    result.program = schedule(result.network, result.plan.plan, result.target, point.schedule);
  }
  result.timing = simulate(result.target, result.program, point.simulation);
  return result;
}

}  // namespace spillway
