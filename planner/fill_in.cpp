// SPDX-License-Identifier: Apache-2.0
#include "planner/fill_in.h"

#include <algorithm>
#include <optional>

#include "base/index.h"
#include "planner/blocks.h"
#include "planner/cascade_time.h"

namespace spillway {
namespace {

/// The bytes that the residencies of a plan use in its memories.
class OccupiedSpace {
 public:
  OccupiedSpace(const Plan& plan, Bytes alignment)
      : plan_(plan), alignment_(alignment), placed_(plan.memories.size()) {
    for (const Residency& residency : plan.residencies) take(residency);
  }

  void take(const Residency& residency) {
    at(placed_, residency.memory).insert(block_of(residency), residency.offset);
  }

  bool is_free(const Residency& residency) const {
    const Bytes end = residency.offset + residency.size;
    if (end > at(plan_.memories, residency.memory).capacity) return false;
    bool free = true;
    at(placed_, residency.memory)
        .each_live_with(block_of(residency), [&](const PlacedBlock& other) {
          free = other.offset >= end || residency.offset >= other.end;
          return free;
        });
    return free;
  }

  Bytes first_fit(const Residency& residency, MemoryIndex memory) const {
    return at(placed_, memory).first_fit(block_of(residency));
  }

 private:
  UnplacedBlock block_of(const Residency& residency) const {
    const auto [lower, upper] = cascaded_life(plan_, residency.lower, residency.upper);
    return {lower, upper, residency.size, alignment_};
  }

  const Plan& plan_;
  Bytes alignment_;
  std::vector<PlacedBlocks> placed_;  // for each memory, the bytes in use
};

/// Returns the memories of the arena in which the pins of `request` allow `tensor`.
std::vector<MemoryIndex> allowed_memories(const PlanningRequest& request, TensorIndex tensor) {
  std::vector<MemoryIndex> allowed = request.arena;
  for (const TensorPin& pin : request.pins) {
    if (pin.tensor != tensor) continue;
    const auto excluded = [&](MemoryIndex memory) {
      return (pin.memory && memory != *pin.memory) || (pin.not_in && memory == *pin.not_in);
    };
    allowed.erase(std::remove_if(allowed.begin(), allowed.end(), excluded), allowed.end());
  }
  return allowed;
}

/// Moves `residency` to the lowest free offset in its memory or, if there is none, in a later
/// memory of the arena. Returns false if no memory has space. The residency then has the offset
/// that it would need in the last memory, beyond the memory's capacity.
bool move_to_free_place(const OccupiedSpace& occupied, const Plan& plan,
                        const std::vector<MemoryIndex>& arena, Residency& residency) {
  const auto first = std::find(arena.begin(), arena.end(), residency.memory);
  for (auto memory = first; memory != arena.end(); ++memory) {
    residency.memory = *memory;
    residency.offset = occupied.first_fit(residency, *memory);
    if (residency.offset + residency.size <= at(plan.memories, *memory).capacity) return true;
  }
  return false;
}

std::vector<TensorPin> leave_out_placed(const Plan& plan, const PlanningProblem& problem,
                                        std::size_t tensors) {
  std::vector<bool> placed(tensors, false);
  for (const TensorIndex tensor : plan.outside) at(placed, tensor) = true;
  for (const Residency& residency : plan.residencies) {
    if (residency.kind == ResidencyKind::tensor) at(placed, residency.tensor) = true;
  }
  std::vector<TensorPin> pins;
  for (const Buffer& buffer : problem.buffers) {
    if (at(placed, buffer.tensor)) pins.push_back({buffer.tensor, {}, {}, true});
  }
  return pins;
}

/// Adds the residencies of `planned`, the planner's new plan, to `plan`. If a new residency, or the
/// residency in which it lies, overlaps a residency of `plan`, the new residency gets another place
/// and no longer lies inside another residency.
void add_around(const Plan& planned, const PlanningRequest& request, Bytes alignment, Plan& plan,
                FilledMaps& filled) {
  const auto before = static_cast<std::int32_t>(plan.residencies.size());
  OccupiedSpace occupied(plan, alignment);
  std::vector<std::size_t> colliding;
  std::vector<bool> collides(planned.residencies.size(), false);
  for (std::size_t i = 0; i < planned.residencies.size(); ++i) {
    const std::int32_t outer = planned.residencies[i].inside;
    collides[i] = !occupied.is_free(planned.residencies[i]) ||
                  (outer >= 0 && !occupied.is_free(at(planned.residencies, outer)));
    if (collides[i]) colliding.push_back(i);
  }
  for (std::size_t i = 0; i < planned.residencies.size(); ++i) {
    Residency residency = planned.residencies[i];
    if (collides[i]) {
      residency.inside = -1;
    } else {
      occupied.take(residency);
      if (residency.inside >= 0) residency.inside += before;
    }
    plan.residencies.push_back(residency);
  }
  std::stable_sort(colliding.begin(), colliding.end(), [&](std::size_t a, std::size_t b) {
    return planned.residencies[a].size > planned.residencies[b].size;
  });
  for (const std::size_t i : colliding) {
    Residency& residency = at(plan.residencies, static_cast<std::size_t>(before) + i);
    ++filled.moved;
    const std::vector<MemoryIndex> arena = allowed_memories(request, residency.tensor);
    if (!move_to_free_place(occupied, plan, arena, residency)) {
      filled.result.status = PlanStatus::does_not_fit;
      filled.result.memory = residency.memory;
      filled.result.excess =
          residency.offset + residency.size - at(plan.memories, residency.memory).capacity;
      return;
    }
    occupied.take(residency);
  }
}

}  // namespace

FilledMaps fill_in_maps(const Network& network, const PlanningRequest& request, Plan& plan) {
  const PlanningProblem problem = make_problem(network, request.memories);
  PlanningRequest open = request;
  open.pins = leave_out_placed(plan, problem, network.tensors.size());
  FilledMaps filled;
  if (open.pins.size() == problem.buffers.size()) return filled;
  for (const TensorPin& pin : request.pins) {
    const bool is_placed = std::any_of(open.pins.begin(), open.pins.end(), [&](const auto& known) {
      return known.outside && known.tensor == pin.tensor;
    });
    if (!is_placed) open.pins.push_back(pin);
  }
  NetworkPlan planned = plan_feature_maps(network, open);
  for (const Buffer& buffer : planned.problem.buffers) {
    if (!buffer.stays_unplaced) filled.tensors.push_back(buffer.tensor);
  }
  filled.result = std::move(planned.result);
  filled.result.placements.clear();
  if (filled.result.status == PlanStatus::ok) {
    const Bytes alignment = planned.problem.buffers.front().alignment;
    add_around(planned.plan, request, alignment, plan, filled);
  }
  return filled;
}

}  // namespace spillway
