// SPDX-License-Identifier: Apache-2.0
#include "planner/plan_network.h"

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "base/index.h"
#include "planner/blocks.h"
#include "planner/in_place.h"
#include "planner/inputs_rule.h"
#include "planner/pins.h"
#include "planner/relative_places.h"
#include "traces/tflite/offline_plan.h"

namespace spillway {
namespace {

Bytes constant_bytes(const Network& network, const PlanningRequest& request) {
  if (request.constants == no_memory) return 0;
  return request.weights ? stored_constants(network, request.weights->needs, {}).total()
                         : stored_constants(network).total();
}

/// Whether the network's file contains an offline plan that covers all tensors. If the plan has
/// fewer tensors than `network`, lowering added tensors after the plan was made. The function then
/// returns false, and the plan is ignored.
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

/// Returns the index of a memory within request.arena; no_memory if the memory is not in the arena.
MemoryIndex to_arena(const PlanningRequest& request, MemoryIndex memory) {
  const auto found = std::find(request.arena.begin(), request.arena.end(), memory);
  return found == request.arena.end() ? no_memory
                                      : static_cast<MemoryIndex>(found - request.arena.begin());
}

MemoryIndex from_arena(const PlanningRequest& request, MemoryIndex memory) {
  return memory == no_memory ? no_memory : at(request.arena, memory);
}

/// Returns the problem for the planner: it has only the memories of the arena, and the capacity of
/// the memory of the constants is reduced by their bytes.
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
    std::vector<MemoryIndex> blocked;
    for (const MemoryIndex memory : buffer.blocked_memories) {
      const MemoryIndex in_arena = to_arena(request, memory);
      if (in_arena != no_memory) blocked.push_back(in_arena);
    }
    buffer.blocked_memories = std::move(blocked);
  }
  return arena;
}

PlannerOptions arena_options(const PlanningRequest& request) {
  PlannerOptions options = request.options;
  options.persistent_memory = to_arena(request, options.persistent_memory);
  options.transient_memory = to_arena(request, options.transient_memory);
  // Planner::plan() does not know the value `no_search`. With budget 0, planners that cannot do
  // without a search use their default budget.
  if (options.search_budget == no_search) options.search_budget = 0;
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

PlanningResult ask_planner(const PlanningRequest& request, const PlanningProblem& problem,
                           const Planner& planner, Bytes constant_bytes) {
  PlanningResult result = plan_by_inputs_rule(
      planner, arena_problem(request, problem, constant_bytes), arena_options(request));
  for (Placement& placement : result.placements) {
    placement.memory = from_arena(request, placement.memory);
  }
  result.memory = from_arena(request, result.memory);
  return result;
}

/// Returns the bytes of the buffers that are not in the fastest memory of the arena.
Bytes outside_fastest(const PlanningRequest& request, const NetworkPlan& planned) {
  Bytes bytes = 0;
  for (std::size_t i = 0; i < planned.result.placements.size(); ++i) {
    const MemoryIndex memory = planned.result.placements[i].memory;
    const bool counts = memory != no_memory && memory != request.arena.front();
    if (counts) bytes += planned.problem.buffers[i].size;
  }
  return bytes;
}

bool is_better(const PlanningRequest& request, const NetworkPlan& a, const NetworkPlan& b) {
  const bool fits = a.result.status == PlanStatus::ok;
  if (fits != (b.result.status == PlanStatus::ok)) return fits;
  if (!fits) return a.result.excess < b.result.excess;
  return outside_fastest(request, a) < outside_fastest(request, b);
}

/// If the plan does not fit, or if some feature maps are not in the fastest memory, runs the
/// planner again with results placed in the bytes of their operands. Keeps the better plan: a plan
/// that fits, then the plan with fewer missing bytes or with fewer bytes outside the fastest
/// memory. A planner that decides by itself which buffers share bytes
/// (PlanningResult::outer_buffers) runs only once.
void try_in_place(const PlanningRequest& request, const Planner& planner, Bytes constants,
                  NetworkPlan& planned) {
  const bool all_fit =
      planned.result.status == PlanStatus::ok && outside_fastest(request, planned) == 0;
  const std::vector<BufferIndex>& outer_buffers = planned.result.outer_buffers;
  const bool shares =
      std::any_of(outer_buffers.begin(), outer_buffers.end(), [](BufferIndex i) { return i >= 0; });
  if (all_fit || shares || in_place_pairs(planned.problem).empty()) return;
  NetworkPlan in_place = planned;
  in_place.problem = with_results_in_place(planned.problem);
  in_place.result = ask_planner(request, in_place.problem, planner, constants);
  if (is_better(request, in_place, planned)) planned = std::move(in_place);
}

/// Returns the buffer whose bytes buffer `index` shares; -1 = none.
BufferIndex outer_of(const NetworkPlan& planned, std::size_t index) {
  const BufferIndex shared = shared_outer(planned.problem.buffers[index]);
  if (shared >= 0) return shared;
  return planned.result.outer_buffers.empty() ? -1 : planned.result.outer_buffers[index];
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
    } else if (buffer.stays_unplaced) {
      planned.plan.outside.push_back(buffer.tensor);
    }
  }
  for (const std::size_t i : placed) {
    const BufferIndex outer = outer_of(planned, i);
    if (outer >= 0) {
      at(planned.plan.residencies, residency_of[i]).inside = at(residency_of, outer);
    }
  }
}

/// Returns the plan with its constants; nothing if they do not fit.
std::optional<Plan> with_constants(const Network& network, const PlanningRequest& request,
                                   Plan plan) {
  const StoredConstants stored =
      request.weights ? stored_constants(network, request.weights->needs, plan.weights)
                      : stored_constants(network);
  if (lay_out_constants(network, stored, request.constants, plan) > 0) return std::nullopt;
  return plan;
}

std::size_t fastest_by(const PlanTime& time, const std::vector<Plan>& plans) {
  std::vector<double> times;
  times.reserve(plans.size());
  for (const Plan& plan : plans) times.push_back(time(plan));
  return static_cast<std::size_t>(std::min_element(times.begin(), times.end()) - times.begin());
}

/// Returns functions that compare plans by simulation. They first add the constants to each plan.
/// Plans whose constants do not fit are not compared.
FastestPlan fastest_whole(const Network& network, const PlanningRequest& request) {
  const WeightPlanning& weights = *request.weights;
  auto fastest = weights.fastest;
  if (!fastest && weights.time) {
    fastest = [&](const std::vector<Plan>& plans) { return fastest_by(weights.time, plans); };
  }
  if (!fastest) return {};
  return [&network, &request, fastest](const std::vector<Plan>& plans) -> std::size_t {
    std::vector<Plan> fitting;
    std::vector<std::size_t> index;
    for (std::size_t i = 0; i < plans.size(); ++i) {
      std::optional<Plan> whole = with_constants(network, request, plans[i]);
      if (!whole) continue;
      fitting.push_back(*std::move(whole));
      index.push_back(i);
    }
    if (fitting.size() < 2) return index.empty() ? 0 : index[0];
    return index[fastest(fitting)];
  };
}

void keep_pads_apart(const Network& network, PlanningProblem& problem) {
  for (std::size_t i = 0; i < problem.operators.size(); ++i) {
    if (network.operators[i].type == OpType::pad) problem.operators[i].overlappable = false;
  }
}

}  // namespace

Bytes complete_plan(const Network& network, const PlanningRequest& request, Plan& plan) {
  if (request.constants == no_memory) return 0;
  if (request.weights) {
    const WeightPlanning& weights = *request.weights;
    Plan decided = plan;
    find_weight_policy(weights.policy)
        .decide(weights.needs, fastest_whole(network, request), decided);
    if (std::optional<Plan> whole = with_constants(network, request, std::move(decided))) {
      plan = *std::move(whole);
      return 0;
    }
    // The encoding pads each slice of weights. Without the padding the constants may fit, so try
    // again with weights that are read in place and not sliced.
    find_weight_policy("in-place").decide(weights.needs, {}, plan);
    const StoredConstants stored = stored_constants(network, weights.needs, plan.weights);
    return lay_out_constants(network, stored, request.constants, plan);
  }
  return lay_out_constants(network, stored_constants(network), request.constants, plan);
}

NetworkPlan Planner::plan_by_time(const Network& /*network*/,
                                  const PlanningRequest& /*request*/) const {
  throw std::logic_error("this planner does not choose by time");
}

NetworkPlan plan_feature_maps(const Network& network, const PlanningRequest& request) {
  const PlannerEntry& entry = find_planner(request.planner);
  NetworkPlan planned;
  planned.problem = make_problem(network, request.memories,
                                 request.alignment.value_or(entry.planner->tensor_alignment()));
  if (!request.tinyengine_kernels) drop_kernel_workspaces(planned.problem);
  if (!request.pads_in_place) keep_pads_apart(network, planned.problem);
  apply_offline_plan(network, planned.problem.buffers);
  apply_pins(request, planned.problem);
  require_pins_honoured(planned.problem, entry, request.options);
  planned.plan.planner = entry.name;
  planned.plan.memories = request.memories;

  const Bytes constants = constant_bytes(network, request);
  if (request.constants != no_memory) {
    const Bytes capacity = at(request.memories, request.constants).capacity;
    if (constants > capacity) {
      planned.result = constants_do_not_fit(request, constants, capacity);
      planned.result.placements.resize(planned.problem.buffers.size());
      return planned;
    }
  }
  planned.result = ask_planner(request, planned.problem, *entry.planner, constants);
  try_in_place(request, *entry.planner, constants, planned);
  add_feature_maps(planned);
  return planned;
}

NetworkPlan plan_network(const Network& network, const PlanningRequest& request) {
  const Planner& planner = *find_planner(request.planner).planner;
  const bool timed = request.weights && request.weights->time && !network.operators.empty();
  if (planner.chooses_by_time() && timed) {
    return planner.plan_by_time(network, request);
  }
  if (planner.plans_weights() && request.weights && request.weights->needs.compiler) {
    return planner.plan_by_time(network, request);
  }
  NetworkPlan planned = plan_feature_maps(network, request);
  if (planned.result.status == PlanStatus::ok) complete_plan(network, request, planned.plan);
  return planned;
}

}  // namespace spillway
