// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "base/text.h"
#include "planner/exact/solver.h"
#include "planner/registry.h"

namespace spillway {
namespace {

using exact::Outcome;

// Nodes of a search for the lowest peak where the capacity leaves room for another.
constexpr std::int64_t budget_within_capacity = 2'000'000;

/// With a capacity that binds: any allocation within it, or the proof that none exists. Without
/// one, or where greedy orders stay within it: the lowest peak. Honours pinned offsets.
class Exact : public Allocator {
 public:
  Allocation allocate(const std::vector<Buffer>& buffers, const MemorySpace& memory,
                      const PlannerOptions& options) const override {
    const exact::Instance instance = exact::make_instance(buffers, memory);
    exact::SolverOptions solver;
    if (options.search_budget > 0) {
      solver.node_budget = options.search_budget;
    }
    const bool binds =
        memory.capacity < unlimited && !exact::fits_greedily(instance, memory.capacity);
    if (memory.capacity < unlimited && !binds && options.search_budget == 0) {
      solver.node_budget = budget_within_capacity;
    }
    const bool minimise = !binds;
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

  bool honours_offsets() const override { return true; }
  bool searches() const override { return true; }

 private:
  static std::string exhausted_note(const exact::Instance& instance,
                                    const exact::Solution& solution) {
    return fmt::format("{} after {} search nodes; peak {} bytes, lower bound {} bytes",
                       solution.stopped ? "stopped" : "gave up", with_thousands(solution.nodes),
                       with_thousands(solution.peak), with_thousands(exact::lower_bound(instance)));
  }
};

}  // namespace

AllocatorEntry exact_search() {
  return {"exact", "complete search: the lowest peak, or proof that a capacity is too small",
          "Spillway; canonical search after MiniMalloc (ASPLOS 2023)", std::make_unique<Exact>()};
}

}  // namespace spillway
