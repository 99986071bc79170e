// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <fmt/format.h>

#include "base/text.h"
#include "planner/exact/solver.h"
#include "planner/registry.h"

namespace spillway {
namespace {

using exact::Outcome;

// Default node limit of the search for the lowest peak if the capacity is limited and a greedy
// packing fits in it.
constexpr std::int64_t most_nodes_within_capacity = 2'000'000;

/// Returns the offsets that the allocators without a search, and the planners cadence-greedy and
/// cadence-position, find for one memory. The search for the lowest peak starts from these offsets.
std::vector<std::vector<Bytes>> offsets_of_rules(const std::vector<Buffer>& buffers,
                                                 const MemorySpace& memory) {
  std::vector<std::vector<Bytes>> all;
  for (const Allocator& entry : allocators()) {
    if (entry.searches) continue;
    all.push_back(entry.allocate(buffers, memory, {}).offsets);
  }
  PlanningProblem problem;
  problem.buffers = buffers;
  problem.memories = {memory};
  for (const char* name : {"cadence-greedy", "cadence-position"}) {
    const PlanningResult result = find_planner(name).planner->plan(problem, {});
    if (result.status != PlanStatus::ok) continue;
    std::vector<Bytes>& offsets = all.emplace_back();
    for (const Placement& placement : result.placements) offsets.push_back(placement.offset);
  }
  return all;
}

/// Returns the limits of the search. `binds`: whether the capacity is smaller than the peaks of all
/// greedy packings. A node budget of the user also limits the work of the heuristics. If `binds` is
/// true and the instance is small enough for the complete search (Instance::has_neighbours), a
/// user's budget goes to the complete search alone, and the heuristics are left out.
exact::SolverOptions limits(const exact::Instance& instance, const MemorySpace& memory,
                            const PlannerOptions& options, bool binds) {
  constexpr std::int64_t effort_of_node = 100;
  exact::SolverOptions solver;
  solver.capacity = memory.capacity;
  if (options.search_budget > 0) {
    solver.node_budget = options.search_budget;
    if (instance.has_neighbours && binds) return solver;
    solver.effort = std::min(options.search_budget, exact::effort_for(instance)) * effort_of_node;
    solver.effort = std::min(solver.effort, exact::effort_for(instance));
    return solver;
  }
  solver.effort = exact::effort_for(instance);
  if (!binds) solver.node_budget = exact::nodes_for(instance);
  if (!binds && memory.capacity < unlimited) {
    solver.node_budget = std::min(solver.node_budget, most_nodes_within_capacity);
  }
  return solver;
}

std::string exhausted_note(const exact::Instance& instance, const exact::Solution& solution) {
  const Bytes load = exact::lower_bound(instance);
  const Bytes bound = std::max(load, solution.lower_bound);
  const double gap = 100 * static_cast<double>(solution.peak - load) /
                     static_cast<double>(std::max<Bytes>(load, 1));
  return fmt::format(
      "{} after {} search nodes; peak {} bytes, {:.2f} % above the load of {} bytes; not proven "
      "to be the lowest, which is at least {}",
      solution.stopped ? "stopped" : "gave up", with_thousands(solution.nodes),
      with_thousands(solution.peak), gap, with_thousands(load), with_thousands(bound));
}

/// Honours pinned offsets. If no greedy packing fits in the capacity, finds any allocation within
/// the capacity or proves that none exists. If the capacity is infinite or a greedy packing fits,
/// finds the allocation with the lowest peak.
Allocation exact_allocation(const std::vector<Buffer>& buffers, const MemorySpace& memory,
                            const PlannerOptions& options) {
  const exact::Instance instance = exact::make_instance(buffers, memory);
  const bool binds =
      memory.capacity < unlimited && !exact::fits_greedily(instance, memory.capacity);
  exact::SolverOptions solver = limits(instance, memory, options, binds);
  const bool minimise = !binds;
  if (minimise && instance.has_neighbours) solver.starts = offsets_of_rules(buffers, memory);
  const exact::Solution solution = minimise
                                       ? exact::minimise_peak(instance, solver)
                                       : exact::solve_within(instance, memory.capacity, solver);
  Allocation allocation;
  allocation.offsets = solution.offsets;
  allocation.peak = solution.peak;
  allocation.proven_optimal = solution.outcome == Outcome::found &&
                              (minimise || solution.peak == exact::lower_bound(instance));
  if (solution.outcome == Outcome::infeasible) {
    allocation.status = PlanStatus::infeasible;
  } else if (solution.outcome == Outcome::budget_exhausted) {
    allocation.note = exhausted_note(instance, solution);
    allocation.status = minimise ? PlanStatus::ok : PlanStatus::budget_exhausted;
  }
  return allocation;
}

}  // namespace

Allocator exact_search() {
  Allocator allocator{
      "exact", "complete search: the lowest peak, or proof that a capacity is too small",
      "Spillway; canonical search after MiniMalloc (ASPLOS 2023)", exact_allocation};
  allocator.honours_offsets = true;
  allocator.searches = true;
  return allocator;
}

}  // namespace spillway
