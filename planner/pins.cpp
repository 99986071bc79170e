// SPDX-License-Identifier: Apache-2.0
#include "planner/pins.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "base/diagnostics.h"
#include "base/index.h"
#include "base/text.h"
#include "planner/blocks.h"
#include "planner/check_problem.h"
#include "planner/relative_places.h"

namespace spillway {
namespace {

constexpr std::string_view outside_word = "outside";

[[noreturn]] void reject(const std::string& message) { throw usage_error("pin: " + message); }

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
  const MemorySpace* found = find_entry(memories, name);
  if (found == nullptr) reject(unknown_entry_message("memory", name, memories));
  return static_cast<MemoryIndex>(found - memories.data());
}

std::size_t buffer_of(const PlanningProblem& problem, TensorIndex tensor) {
  const auto found =
      std::find_if(problem.buffers.begin(), problem.buffers.end(),
                   [tensor](const Buffer& buffer) { return buffer.tensor == tensor; });
  if (found == problem.buffers.end()) {
    reject(
        fmt::format("tensor {} is no feature map; constants and unused tensors have no place in "
                    "the arena",
                    tensor));
  }
  return static_cast<std::size_t>(found - problem.buffers.begin());
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
  const bool follows = buffer.placed_inside && buffer.placed_inside->behind;
  return !buffer.stays_unplaced && (buffer.pinned_memory || buffer.pinned_offset || follows ||
                                    !buffer.blocked_memories.empty());
}

void place(const PlanningRequest& request, const TensorPin& pin, Buffer& buffer) {
  if (pin.memory) require_in_arena(request, buffer, *pin.memory);
  buffer.stays_unplaced = pin.outside;
  buffer.pinned_memory = pin.memory;
  buffer.pinned_offset = pin.offset;
  if (pin.offset && !pin.memory) buffer.pinned_memory = request.arena.front();
}

/// Places the tensors of pins `TENSOR=behind:OTHER`: TENSOR begins directly after the end of OTHER.
/// OTHER is placed first.
class FollowingBuffers {
 public:
  explicit FollowingBuffers(PlanningProblem& problem) : problem_(problem) {}

  void add(std::size_t follower, std::size_t leader) { leader_of_[follower] = leader; }

  void place() {
    for (const auto& entry : leader_of_) {
      std::vector<std::size_t> chain = {entry.first};
      for (auto next = leader_of_.find(chain.back()); next != leader_of_.end();
           next = leader_of_.find(chain.back())) {
        if (chain.size() > leader_of_.size()) {
          reject(fmt::format("'{}' would be behind itself", buffer(entry.first).name));
        }
        chain.push_back(next->second);
      }
      for (std::size_t i = chain.size() - 1; i-- > 0;) put_behind(chain[i], chain[i + 1]);
    }
  }

 private:
  Buffer& buffer(std::size_t index) const { return problem_.buffers[index]; }

  void put_behind(std::size_t follower, std::size_t leader) {
    Buffer& last = buffer(follower);
    if (last.placed_inside) return;
    if (last.stays_unplaced || last.pinned_memory) {
      reject(fmt::format("'{}' is behind '{}', which decides its place; pin that one", last.name,
                         buffer(leader).name));
    }
    if (buffer(leader).stays_unplaced) {
      reject(fmt::format("'{}' cannot be behind '{}', which is outside the plan", last.name,
                         buffer(leader).name));
    }
    place_behind(problem_, static_cast<BufferIndex>(follower), static_cast<BufferIndex>(leader));
  }

  PlanningProblem& problem_;
  std::map<std::size_t, std::size_t> leader_of_;
};

void keep_results_apart(PlanningProblem& problem) {
  for (BufferOperator& op : problem.operators) {
    op.overwrites = -1;
    op.overlappable = false;
  }
}

void require_some_memory(const PlanningRequest& request, const PlanningProblem& problem) {
  for (const Buffer& buffer : problem.buffers) {
    const bool nowhere = std::none_of(request.arena.begin(), request.arena.end(),
                                      [&](MemoryIndex memory) { return may_use(buffer, memory); });
    if (buffer.stays_unplaced || !nowhere) continue;
    reject(fmt::format("no memory is left for '{}'; --arena chooses those for feature maps",
                       buffer.name));
  }
}

}  // namespace

PinRule parse_pin(std::string_view text) {
  constexpr std::string_view behind = "=behind:", barred = "not:";
  const auto malformed = [&] {
    reject(
        fmt::format("'{}' is not TENSOR=MEMORY, TENSOR=MEMORY@OFFSET, TENSOR=outside, "
                    "TENSOR=not:MEMORY or TENSOR=behind:OTHER",
                    text));
  };
  PinRule rule;
  // A tensor's name may contain '=', so the name ends at "=behind:" or else at the last '='.
  const std::size_t follows = text.find(behind);
  const std::size_t equals = follows != std::string_view::npos ? follows : text.rfind('=');
  if (equals == std::string_view::npos || equals == 0) malformed();
  rule.tensor = trim(text.substr(0, equals));
  if (follows != std::string_view::npos) {
    rule.behind = trim(text.substr(follows + behind.size()));
    if (rule.behind.empty()) malformed();
    return rule;
  }
  const std::string_view place = trim(text.substr(equals + 1));
  if (place.substr(0, barred.size()) == barred) {
    rule.not_in = lower_case(trim(place.substr(barred.size())));
    if (rule.not_in.empty()) malformed();
    return rule;
  }
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

std::string pin_text(const PinRule& rule) {
  if (!rule.behind.empty()) return rule.tensor + "=behind:" + rule.behind;
  if (!rule.not_in.empty()) return rule.tensor + "=not:" + rule.not_in;
  return rule.tensor + "=" + (rule.outside() ? std::string(outside_word) : rule.memory) +
         (rule.offset ? fmt::format("@{}", *rule.offset) : "");
}

std::vector<TensorPin> resolve_pins(const std::vector<PinRule>& rules, const Network& network,
                                    const std::vector<MemorySpace>& memories) {
  std::vector<TensorPin> pins;
  for (const PinRule& rule : rules) {
    TensorPin pin;
    pin.outside = rule.outside();
    pin.offset = rule.offset;
    if (!rule.memory.empty()) pin.memory = memory_of_pin(memories, rule.memory);
    if (!rule.not_in.empty()) pin.not_in = memory_of_pin(memories, rule.not_in);
    if (!rule.behind.empty()) {
      const std::vector<TensorIndex> others = tensors_matching(network, rule.behind);
      if (others.size() != 1) reject(fmt::format("'{}' is not one tensor", rule.behind));
      pin.behind = others.front();
    }
    for (const TensorIndex tensor : tensors_matching(network, rule.tensor)) {
      pin.tensor = tensor;
      pins.push_back(pin);
    }
  }
  return pins;
}

void apply_pins(const PlanningRequest& request, PlanningProblem& problem) {
  if (!request.options.in_place) keep_results_apart(problem);
  if (request.pins.empty()) return;
  FollowingBuffers following(problem);
  bool follows = false;
  for (const TensorPin& pin : request.pins) {
    const std::size_t index = buffer_of(problem, pin.tensor);
    Buffer& buffer = problem.buffers[index];
    if (pin.behind != no_tensor) {
      following.add(index, buffer_of(problem, pin.behind));
      follows = true;
    } else if (pin.not_in) {
      buffer.blocked_memories.push_back(*pin.not_in);
    } else if (pin.alignment) {
      buffer.alignment = *pin.alignment;
    } else {
      place(request, pin, buffer);
    }
  }
  if (follows && request.options.inputs_in != InputsIn::planner) {
    reject("TENSOR=behind:OTHER and --inputs-in both say where tensors lie");
  }
  following.place();
  require_some_memory(request, problem);
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
  if (index >= cells.size()) throw usage_error(message);
  throw UserError(ExitCode::usage, cells[index], message);
}

}  // namespace spillway
