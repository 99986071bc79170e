// SPDX-License-Identifier: Apache-2.0
#include "planner/pins.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/diagnostics.h"
#include "base/index.h"
#include "base/text.h"
#include "planner/check_problem.h"

namespace spillway {
namespace {

constexpr std::string_view outside_word = "outside";

[[noreturn]] void reject(const std::string& message) {
  throw UserError(ExitCode::usage, "pin: " + message);
}

std::vector<TensorIndex> tensors_matching(const Network& network, const std::string& name) {
  if (name == "inputs") return network.inputs;
  if (name == "outputs") return network.outputs;
  std::vector<std::string> names = {"inputs", "outputs"};
  for (std::size_t i = 0; i < network.tensors.size(); ++i) {
    if (network.tensors[i].name == name) return {static_cast<TensorIndex>(i)};
    names.push_back(network.tensors[i].name);
  }
  const std::string near = nearest_name(name, names);
  reject(fmt::format("the network has no tensor '{}'{}", name,
                     near.empty() ? "" : fmt::format("; did you mean '{}'?", near)));
}

MemoryIndex memory_of_pin(const std::vector<MemorySpace>& memories, const std::string& name) {
  std::vector<std::string> names;
  for (const MemorySpace& memory : memories) {
    if (memory.name == name) return static_cast<MemoryIndex>(names.size());
    names.push_back(memory.name);
  }
  reject(unknown_name_message("memory", name, names));
}

Buffer& buffer_of(PlanningProblem& problem, TensorIndex tensor) {
  const auto found =
      std::find_if(problem.buffers.begin(), problem.buffers.end(),
                   [tensor](const Buffer& buffer) { return buffer.tensor == tensor; });
  if (found == problem.buffers.end()) {
    reject(
        fmt::format("tensor {} is no feature map; constants and unused tensors have no place in "
                    "the arena",
                    tensor));
  }
  return *found;
}

void require_in_arena(const PlanningRequest& request, const Buffer& buffer, MemoryIndex memory) {
  const auto& arena = request.arena;
  if (std::find(arena.begin(), arena.end(), memory) == arena.end()) {
    reject(
        fmt::format("'{}' cannot go to {}, which is not a memory for feature maps; --arena "
                    "chooses these",
                    buffer.name, at(request.memories, memory).name));
  }
}

bool is_pinned(const Buffer& buffer) {
  return !buffer.skipped && (buffer.pinned_memory || buffer.pinned_offset);
}

}  // namespace

PinRule parse_pin(std::string_view text) {
  const auto malformed = [&] {
    reject(fmt::format("'{}' is not TENSOR=MEMORY, TENSOR=MEMORY@OFFSET or TENSOR=outside", text));
  };
  const std::size_t equals = text.rfind('=');  // names of tensors may hold one
  if (equals == std::string_view::npos || equals == 0) malformed();
  PinRule rule;
  rule.tensor = trim(text.substr(0, equals));
  const std::string_view place = trim(text.substr(equals + 1));
  const std::size_t at = place.find('@');
  rule.memory = lower_case(place.substr(0, at));
  if (rule.memory.empty()) malformed();
  if (at != std::string_view::npos) {
    rule.offset = parse_size(place.substr(at + 1));
    if (!rule.offset || rule.memory == outside_word) malformed();
  }
  if (rule.memory == outside_word) rule.memory.clear();
  return rule;
}

std::vector<TensorPin> resolve_pins(const std::vector<PinRule>& rules, const Network& network,
                                    const std::vector<MemorySpace>& memories) {
  std::vector<TensorPin> pins;
  for (const PinRule& rule : rules) {
    TensorPin pin;
    pin.outside = rule.outside();
    pin.offset = rule.offset;
    if (!rule.outside()) pin.memory = memory_of_pin(memories, rule.memory);
    for (const TensorIndex tensor : tensors_matching(network, rule.tensor)) {
      pin.tensor = tensor;
      pins.push_back(pin);
    }
  }
  return pins;
}

void apply_pins(const PlanningRequest& request, PlanningProblem& problem) {
  if (request.pins.empty()) return;
  for (const TensorPin& pin : request.pins) {
    Buffer& buffer = buffer_of(problem, pin.tensor);
    if (pin.memory) require_in_arena(request, buffer, *pin.memory);
    buffer.skipped = pin.outside;
    buffer.pinned_memory = pin.memory;
    buffer.pinned_offset = pin.offset;
    if (pin.offset && !pin.memory) buffer.pinned_memory = request.arena.front();
  }
  check_pins(problem);
}

void require_pins_honoured(const PlanningProblem& problem, const PlannerEntry& planner,
                           const PlannerOptions& options,
                           const std::vector<SourceLocation>& cells) {
  const auto pinned = std::find_if(problem.buffers.begin(), problem.buffers.end(), is_pinned);
  if (pinned == problem.buffers.end() || planner.planner->honours_pins(options)) return;
  std::string names;
  for (const PlannerEntry& entry : planners()) {
    if (!entry.planner->honours_pins({})) continue;
    names += (names.empty() ? "" : ", ") + entry.name;
  }
  const std::string allocator =
      options.allocator.empty() ? "" : fmt::format(" with allocator '{}'", options.allocator);
  const std::string message =
      fmt::format("planner '{}'{} cannot pin '{}' to a memory or an offset; these planners can: {}",
                  planner.name, allocator, pinned->name, names);
  const auto index = static_cast<std::size_t>(pinned - problem.buffers.begin());
  if (index >= cells.size()) throw UserError(ExitCode::usage, message);
  throw UserError(ExitCode::usage, cells[index], message);
}

}  // namespace spillway
