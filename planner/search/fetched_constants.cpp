// SPDX-License-Identifier: Apache-2.0
#include "planner/search/fetched_constants.h"

#include <algorithm>

#include "base/index.h"
#include "planner/blocks.h"
#include "planner/cascade_time.h"
#include "planner/search/network_costs.h"

namespace spillway::search {
namespace {

// A copy is made during at most this number of operators before its reader.
constexpr TimeStep most_ahead = 4;

/// Returns the index of the residency that holds the made-up constants for the complete run in
/// another memory than `fast`; -1 = none. Made-up constants are constants that lowering adds and
/// that the network's file does not contain.
std::int32_t home_of_made_up(const Plan& plan, MemoryIndex fast) {
  for (std::size_t i = 0; i < plan.residencies.size(); ++i) {
    const Residency& residency = plan.residencies[i];
    if (residency.kind != ResidencyKind::made_up) continue;
    return residency.memory != fast && residency.lower == 0 ? static_cast<std::int32_t>(i) : -1;
  }
  return -1;
}

bool is_in_cascade(const Plan& plan, std::int32_t op) {
  return std::any_of(plan.cascades.begin(), plan.cascades.end(), [op](const Cascade& cascade) {
    return cascade.first_op <= op && op <= cascade.last_op;
  });
}

PlacedBlocks placed_in(const Plan& plan, MemoryIndex memory) {
  PlacedBlocks placed;
  for (const Residency& residency : plan.residencies) {
    if (residency.memory != memory) continue;
    const auto [lower, upper] = cascaded_life(plan, residency.lower, residency.upper);
    placed.insert({lower, upper, residency.size, 1}, residency.offset);
  }
  return placed;
}

/// Adds a copy of the made-up constants (constants that lowering adds and that the network's file
/// does not contain) for the operator `reader`, below address `limit` of fast memory. Returns false
/// if the copy does not fit.
bool add_copy(const WeightNeeds& needs, std::int32_t home, std::int32_t reader,
              const PlacedBlocks& placed, Bytes limit, Plan& plan) {
  const Bytes bytes = at(plan.residencies, home).size;
  const TimeStep step = reader + 1;
  for (TimeStep ahead = std::min(most_ahead, step); ahead > 0; --ahead) {
    const auto [lower, upper] = cascaded_life(plan, step - ahead, step + 1);
    const UnplacedBlock block{lower, upper, round_up(bytes, needs.alignment), needs.alignment};
    const Bytes offset = placed.first_fit(block);
    if (offset + block.size > limit) continue;
    const auto there = static_cast<std::int32_t>(plan.residencies.size());
    plan.residencies.push_back({no_tensor, needs.buffers, offset, bytes, step - ahead, step + 1, -1,
                                ResidencyKind::made_up});
    plan.copies.push_back({no_tensor, home, there, std::max(0, step - ahead - 1), step});
    return true;
  }
  return false;
}

/// Adds a copy of the made-up constants (constants that lowering adds and that the network's file
/// does not contain) for the operator `reader`. The copy lies below the plan's peak if it fits
/// there, so that a larger memory does not change the plan. Returns false if the copy does not fit.
bool add_copy(const WeightNeeds& needs, std::int32_t home, std::int32_t reader, Plan& plan) {
  const PlacedBlocks placed = placed_in(plan, needs.buffers);
  const Bytes capacity = at(plan.memories, needs.buffers).capacity;
  return add_copy(needs, home, reader, placed, std::min(placed.peak(), capacity), plan) ||
         add_copy(needs, home, reader, placed, capacity, plan);
}

}  // namespace

std::optional<Plan> with_fetched_constants(const Plan& plan, const WeightNeeds& needs,
                                           const std::vector<std::int32_t>& readers) {
  const std::int32_t home = home_of_made_up(plan, needs.buffers);
  if (home < 0 || needs.buffers == no_memory) return std::nullopt;
  Plan fetched = plan;
  bool any = false;
  for (const std::int32_t reader : readers) {
    if (!is_in_cascade(plan, reader) && add_copy(needs, home, reader, fetched)) any = true;
  }
  if (!any) return std::nullopt;
  return fetched;
}

bool fetch_constants(const WeightNeeds& needs, const std::vector<std::int32_t>& readers,
                     Plan& plan) {
  auto fetched = with_fetched_constants(plan, needs, readers);
  if (!fetched) return false;
  plan = *std::move(fetched);
  return true;
}

bool may_fetch_constants(const PlanningRequest& request) {
  return weights_are_free(*request.weights);
}

std::vector<std::int32_t> gaining_readers(const Plan& plan, const WeightNeeds& needs,
                                          SimulatedPlans& simulated) {
  std::vector<std::int32_t> readers = needs.made_up_readers;
  const std::vector<double> before = simulated.of(plan).operators;
  if (before.empty()) return {};
  Plan fetched = plan;
  if (!fetch_constants(needs, readers, fetched)) return readers;
  const std::vector<double> after = simulated.of(fetched).operators;
  for (std::size_t i = plan.copies.size(); i < fetched.copies.size(); ++i) {
    const std::int32_t op = fetched.copies[i].latest - 1;
    if (at(after, op) < at(before, op)) continue;
    readers.erase(std::find(readers.begin(), readers.end(), op));
  }
  return readers;
}

}  // namespace spillway::search
