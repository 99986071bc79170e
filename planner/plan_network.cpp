// SPDX-License-Identifier: Apache-2.0
#include "planner/plan_network.h"

#include <algorithm>
#include <vector>

#include "base/index.h"
#include "planner/blocks.h"
#include "planner/pins.h"
#include "traces/offline_plan.h"

namespace spillway {
namespace {

constexpr Bytes constant_alignment = 16;  // of TensorFlow Lite's buffers, and of Vela's weights

struct ConstantPlan {
  std::vector<Residency> residencies;  // offsets from the start of the constants
  Bytes bytes = 0;
};

/// Constants that some operator reads, one after the other in the order of the tensors.
ConstantPlan lay_out_constants(const Network& network, MemoryIndex memory) {
  std::vector<bool> used(network.tensors.size(), false);
  for (const Operator& op : network.operators) {
    for (const TensorIndex input : op.inputs) {
      if (input != no_tensor) {
        at(used, input) = true;
      }
    }
  }
  ConstantPlan plan;
  const auto end = static_cast<TimeStep>(network.operators.size() + 1);
  for (std::size_t i = 0; i < network.tensors.size(); ++i) {
    const Tensor& tensor = network.tensors[i];
    if (used[i] && is_constant(tensor) && tensor.bytes > 0) {
      plan.residencies.push_back(
          {static_cast<TensorIndex>(i), memory, plan.bytes, tensor.bytes, 0, end, -1});
      plan.bytes += round_up(tensor.bytes, constant_alignment);
    }
  }
  return plan;
}

/// A plan of the file is for its own tensors: one that has fewer than `network`, which lowering has
/// extended, is left alone.
bool brings_offline_plan(const Network& network) {
  constexpr std::size_t header_bytes = 3 * sizeof(std::int32_t);
  const std::size_t needed = header_bytes + network.tensors.size() * sizeof(std::int32_t);
  return std::any_of(network.metadata.begin(), network.metadata.end(),
                     [&](const NamedBytes& entry) {
                       return entry.name == offline_plan_name && entry.data.size >= needed;
                     });
}

void apply_offline_plan(const Network& network, std::vector<Buffer>& buffers) {
  if (!brings_offline_plan(network)) {
    return;
  }
  const auto offsets = read_offline_plan(network);
  for (Buffer& buffer : buffers) {
    const std::int32_t offset = at((*offsets), buffer.tensor);
    if (offset != not_planned) {
      buffer.offline_offset = offset;
    }
  }
}

/// Index within the arena of a memory of the request, no_memory when it is not part of it.
MemoryIndex to_arena(const PlanningRequest& request, MemoryIndex memory) {
  const auto found = std::find(request.arena.begin(), request.arena.end(), memory);
  return found == request.arena.end() ? no_memory
                                      : static_cast<MemoryIndex>(found - request.arena.begin());
}

MemoryIndex from_arena(const PlanningRequest& request, MemoryIndex memory) {
  return memory == no_memory ? no_memory : at(request.arena, memory);
}

/// The problem as the planner sees it: only the memories of the arena, less what constants take.
PlanningProblem arena_problem(const PlanningRequest& request, const PlanningProblem& problem,
                              Bytes constant_bytes) {
  PlanningProblem arena = problem;
  arena.memories.clear();
  for (const MemoryIndex memory : request.arena) {
    arena.memories.push_back(at(request.memories, memory));
    if (memory == request.constants) {
      Bytes& capacity = arena.memories.back().capacity;
      capacity = (capacity - constant_bytes) / constant_alignment * constant_alignment;
    }
  }
  for (Buffer& buffer : arena.buffers) {
    if (buffer.pinned_memory) {
      buffer.pinned_memory = to_arena(request, *buffer.pinned_memory);
    }
  }
  return arena;
}

PlannerOptions arena_options(const PlanningRequest& request) {
  PlannerOptions options = request.options;
  options.persistent_memory = to_arena(request, options.persistent_memory);
  options.transient_memory = to_arena(request, options.transient_memory);
  return options;
}

PlanningResult constants_do_not_fit(const PlanningRequest& request, Bytes bytes, Bytes capacity) {
  PlanningResult result;
  result.status = PlanStatus::does_not_fit;
  result.memory = request.constants;
  result.excess = bytes - capacity;
  result.note = "the constants alone exceed the memory";
  return result;
}

PlanningResult plan_feature_maps(const PlanningRequest& request, const PlanningProblem& problem,
                                 const Planner& planner, Bytes constant_bytes) {
  PlanningResult result =
      planner.plan(arena_problem(request, problem, constant_bytes), arena_options(request));
  for (Placement& placement : result.placements) {
    placement.memory = from_arena(request, placement.memory);
  }
  result.memory = from_arena(request, result.memory);
  return result;
}

/// The buffer whose bytes buffer `index` shares, -1 when none.
BufferIndex host_of(const NetworkPlan& planned, std::size_t index) {
  const auto& inside = planned.problem.buffers[index].placed_inside;
  if (inside) {
    return inside->inside;
  }
  return planned.result.hosts.empty() ? -1 : planned.result.hosts[index];
}

void add_feature_maps(NetworkPlan& planned) {
  std::vector<std::int32_t> residency_of(planned.problem.buffers.size(), -1);
  std::vector<std::size_t> placed;
  for (std::size_t i = 0; i < planned.result.placements.size(); ++i) {
    const Placement& place = planned.result.placements[i];
    const Buffer& buffer = planned.problem.buffers[i];
    if (place.memory != no_memory) {
      residency_of[i] = static_cast<std::int32_t>(planned.plan.residencies.size());
      placed.push_back(i);
      planned.plan.residencies.push_back(
          {buffer.tensor, place.memory, place.offset, buffer.size, buffer.lower, buffer.upper, -1});
    } else if (buffer.skipped) {
      planned.plan.outside.push_back(buffer.tensor);
    }
  }
  for (const std::size_t i : placed) {
    const BufferIndex host = host_of(planned, i);
    if (host >= 0) {
      at(planned.plan.residencies, residency_of[i]).inside = at(residency_of, host);
    }
  }
}

/// Where the constants start: behind the feature maps of their memory.
Bytes top_of(const Plan& plan, MemoryIndex memory) {
  Bytes top = 0;
  for (const Residency& residency : plan.residencies) {
    if (residency.memory == memory) {
      top = std::max(top, residency.offset + residency.size);
    }
  }
  return round_up(top, constant_alignment);
}

}  // namespace

bool is_constant(const Tensor& tensor) {
  return tensor.kind == TensorKind::weight || tensor.kind == TensorKind::bias ||
         tensor.kind == TensorKind::constant;
}

NetworkPlan plan_network(const Network& network, const PlanningRequest& request) {
  const PlannerEntry& entry = find_planner(request.planner);
  NetworkPlan planned;
  planned.problem = make_problem(network, request.memories,
                                 request.alignment.value_or(entry.planner->tensor_alignment()));
  apply_offline_plan(network, planned.problem.buffers);
  apply_pins(request, planned.problem);
  require_pins_honoured(planned.problem, entry, request.options);
  planned.plan.planner = entry.name;
  planned.plan.memories = request.memories;

  ConstantPlan constants;
  if (request.constants != no_memory) {
    constants = lay_out_constants(network, request.constants);
    const Bytes capacity = at(request.memories, request.constants).capacity;
    if (constants.bytes > capacity) {
      planned.result = constants_do_not_fit(request, constants.bytes, capacity);
      planned.result.placements.resize(planned.problem.buffers.size());
      return planned;
    }
  }
  planned.result = plan_feature_maps(request, planned.problem, *entry.planner, constants.bytes);
  add_feature_maps(planned);
  const Bytes top = top_of(planned.plan, request.constants);
  for (Residency& residency : constants.residencies) {
    residency.offset += top;
    planned.plan.residencies.push_back(residency);
  }
  return planned;
}

}  // namespace spillway
