// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/plan_choices.h"

#include <algorithm>

#include "hwmodels/target/processor_family.h"
#include "hwmodels/target/select_target.h"

namespace spillway {
namespace {

MemoryIndex index_of(const Target& target, const std::string& memory) {
  return static_cast<MemoryIndex>(memory_index(target, memory));
}

std::vector<MemoryIndex> arena_memories(const Target& target, const PlanChoices& choices) {
  std::vector<std::string> names = choices.arena;
  if (names.empty()) names = {target.mode.cache, target.mode.arena};
  std::vector<MemoryIndex> memories;
  const auto named = target.processor.family().map_memories;
  for (const std::string& name : names) {
    for (const std::string& memory : named ? named(name) : std::vector<std::string>{name}) {
      memories.push_back(index_of(target, memory));
    }
  }
  std::sort(memories.begin(), memories.end());
  memories.erase(std::unique(memories.begin(), memories.end()), memories.end());
  return memories;
}

}  // namespace

PlanningRequest memories_of(const Target& target, const PlanChoices& choices) {
  PlanningRequest request;
  request.tinyengine_kernels = false;
  request.pads_in_place = target.processor.family().pads_in_place;
  for (const MemorySpec& memory : target.memories) {
    request.memories.push_back({memory.name, memory.capacity, 16});
  }
  request.constants =
      index_of(target, choices.constants.empty() ? target.mode.constants : choices.constants);
  return request;
}

PlanningRequest planning_request(const Target& target, const PlanChoices& choices) {
  PlanningRequest request = memories_of(target, choices);
  request.arena = arena_memories(target, choices);
  request.planner = choices.planner;
  request.options = choices.options;
  return request;
}

NetworkPlan plan_in_memories(const Network& network, const Target& target,
                             const PlanChoices& choices) {
  PlanningRequest request = planning_request(target, choices);
  request.pins = resolve_pins(choices.pins, network, request.memories);
  request.weights = choices.weights;
  return plan_network(network, request);
}

}  // namespace spillway
