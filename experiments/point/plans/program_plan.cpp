// SPDX-License-Identifier: Apache-2.0
#include "experiments/point/plans/program_plan.h"

#include <algorithm>
#include <utility>

#include "base/index.h"
#include "experiments/point/plans/imported_plan.h"
#include "hwmodels/target/select_target.h"
#include "planner/constants.h"
#include "planner/external/planner_program.h"
#include "planner/pins.h"
#include "planner/relative_places.h"

namespace spillway {
namespace {

// Returns how many bytes of a memory feature maps can use: the capacity, without the bytes of
// constants if constants are stored in this memory.
Bytes bytes_for_maps(const Network& network, const PlanningRequest& request, MemoryIndex memory) {
  const Bytes capacity = at(request.memories, memory).capacity;
  if (memory != request.constants) return capacity;
  constexpr Bytes alignment = 16;  // alignment of constants in bytes
  const StoredConstants constants = request.weights
                                        ? stored_constants(network, request.weights->needs, {})
                                        : stored_constants(network);
  return std::max<Bytes>(0, (capacity - constants.total()) / alignment * alignment);
}

// Returns the problem for the planner program, which is to place the feature maps. The problem
// contains only the memories that feature maps may use, in the order of `request.arena`.
PlanningProblem arena_problem(const Network& network, const PlanningRequest& request) {
  PlanningProblem problem = make_problem(network, request.memories);
  apply_pins(request, problem);
  problem.memories.clear();
  for (const MemoryIndex memory : request.arena) {
    problem.memories.push_back(at(request.memories, memory));
    problem.memories.back().capacity = bytes_for_maps(network, request, memory);
  }
  for (Buffer& buffer : problem.buffers) {
    if (!buffer.pinned_memory) continue;
    const auto place = std::find(request.arena.begin(), request.arena.end(), *buffer.pinned_memory);
    buffer.pinned_memory = static_cast<MemoryIndex>(place - request.arena.begin());
  }
  return problem;
}

ProblemFacts facts_of(const Network& network, const Target& target,
                      const PlanningRequest& request) {
  ProblemFacts facts;
  facts.network = network.name;
  facts.target = target.name;
  facts.clock_khz = target.clock_khz;
  for (const MemoryIndex memory : request.arena) {
    const VelaMemory figures = vela_memory(target, at(target.memories, memory));
    facts.memories.push_back(
        {figures.bytes_per_cycle, figures.read_latency, figures.write_latency});
  }
  if (!request.weights) return facts;
  const std::vector<double>& cycles = request.weights->needs.compute_cycles;
  for (std::size_t op = 0; op < network.operators.size(); ++op) {
    facts.operators.push_back({network.operators[op].name, op < cycles.size() ? cycles[op] : 0});
  }
  return facts;
}

}  // namespace

NetworkPlan plan_by_program(const std::string& planner, const Network& network,
                            const Target& target, PlanningRequest request) {
  const PlanningProblem problem = arena_problem(network, request);
  const ProblemFacts facts = facts_of(network, target, request);
  ProgramAnswer answer;
  PlanningResult result = with_relatives_resolved(problem, [&](const PlanningProblem& reduced) {
    answer = ask_planner_program(planner, reduced, facts);
    if (!answer.plan_csv.empty()) return PlanningResult{};
    return plan_of_answer(reduced, answer, request.options, "planner " + planner);
  });
  if (!answer.plan_csv.empty()) {
    return plan_as_given(answer.plan_csv, planner, network, network, request).plan;
  }
  if (result.status != PlanStatus::ok) {
    NetworkPlan failed;
    failed.problem = problem;
    failed.plan.planner = planner;
    failed.plan.memories = request.memories;
    if (result.memory != no_memory) result.memory = at(request.arena, result.memory);
    failed.result = std::move(result);
    return failed;
  }
  for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
    if (problem.buffers[i].stays_unplaced) continue;
    const Placement& place = result.placements[i];
    request.pins.push_back(
        {problem.buffers[i].tensor, at(request.arena, place.memory), place.offset, false});
  }
  // The planner cadence-greedy supports pins. The pins fix the memory and the offset of every
  // feature map, so the planner adds only the weights and constants.
  request.planner = "cadence-greedy";
  request.options.allocator.clear();
  NetworkPlan plan = plan_network(network, request);
  plan.plan.planner = planner;
  return plan;
}

}  // namespace spillway
