// SPDX-License-Identifier: Apache-2.0
#include "planner/search/plan_draft.h"

#include <algorithm>
#include <numeric>
#include <tuple>
#include <utility>

#include "base/index.h"
#include "planner/allocator.h"
#include "planner/blocks.h"
#include "planner/cascade_time.h"
#include "planner/in_place.h"
#include "planner/placement/placement.h"
#include "planner/search/network_costs.h"
#include "planner/weights/flow_builder.h"

namespace spillway::search {
namespace {

/// Returns the offsets of blocks that are placed by first fit in the order of `before`; nothing if
/// they exceed `capacity`.
template <typename Before>
std::optional<std::vector<Bytes>> first_fit(const std::vector<UnplacedBlock>& blocks,
                                            Bytes capacity, Before before) {
  std::vector<std::size_t> order(blocks.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return before(blocks[a], blocks[b]); });
  PlacedBlocks placed;
  std::vector<Bytes> offsets(blocks.size(), 0);
  for (const std::size_t i : order) {
    offsets[i] = placed.first_fit(blocks[i]);
    if (offsets[i] + blocks[i].size > capacity) return std::nullopt;
    placed.insert(blocks[i], offsets[i]);
  }
  return offsets;
}

std::optional<std::vector<Bytes>> allocated(const char* allocator, std::int64_t budget,
                                            const std::vector<Buffer>& buffers,
                                            const MemorySpace& memory) {
  PlannerOptions options;
  options.search_budget = budget;
  const Allocation found = find_allocator(allocator).allocate(buffers, memory, options);
  if (found.status != PlanStatus::ok || found.peak > memory.capacity) return std::nullopt;
  return found.offsets;
}

std::optional<std::vector<Bytes>> place(const std::vector<Buffer>& buffers,
                                        const MemorySpace& memory) {
  constexpr std::int64_t climbs = 60;
  constexpr std::int64_t nodes = 1'000;
  const std::vector<UnplacedBlock> blocks = make_blocks(buffers, memory);
  const auto life = [](const UnplacedBlock& block) { return Bytes{block.upper - block.lower}; };
  using Block = const UnplacedBlock&;
  if (most_live_bytes(buffers) > memory.capacity) return std::nullopt;
  auto offsets =
      first_fit(blocks, memory.capacity, [](Block a, Block b) { return a.size > b.size; });
  if (!offsets) {
    offsets = first_fit(blocks, memory.capacity,
                        [&](Block a, Block b) { return a.size * life(a) > b.size * life(b); });
  }
  if (!offsets) {
    offsets =
        first_fit(blocks, memory.capacity, [&](Block a, Block b) { return life(a) > life(b); });
  }
  if (!offsets) {
    offsets =
        first_fit(blocks, memory.capacity, [](Block a, Block b) { return a.lower < b.lower; });
  }
  if (!offsets) offsets = allocated("vela-hillclimb", climbs, buffers, memory);
  if (!offsets) offsets = allocated("exact", nodes, buffers, memory);
  return offsets;
}

class Realiser {
 public:
  Realiser(const Network& network, const PlanningRequest& request, const PlanningProblem& problem,
           const PlanDraft& draft)
      : network_(network),
        request_(request),
        problem_(problem),
        draft_(draft),
        alignments_(network.tensors.size(), 1) {
    for (const Buffer& buffer : problem.buffers) at(alignments_, buffer.tensor) = buffer.alignment;
  }

  std::optional<NetworkPlan> run() {
    planned_.problem = problem_;
    planned_.plan.planner = request_.planner;
    planned_.plan.memories = request_.memories;
    planned_.plan.cascades = draft_.cascades;
    for (std::size_t i = 0; i < draft_.maps.size(); ++i) add_map(i);
    for (const FlowDraft& flow : draft_.flows) add_flow(flow);
    if (draft_.results_in_place || !place_residencies()) {
      share_bytes_of_operands();
      if (!place_residencies()) return std::nullopt;
    }
    for (const Residency& r : planned_.plan.residencies) lives_.push_back(life_of(r));
    for (WeightFlow& flow : planned_.plan.weights) settle_early_fetch(flow);
    for (const std::int32_t first : first_residency_) {
      Placement placement;
      if (first >= 0) {
        placement = {at(planned_.plan.residencies, first).memory,
                     at(planned_.plan.residencies, first).offset};
      }
      planned_.result.placements.push_back(placement);
    }
    if (complete_plan(network_, request_, planned_.plan) > 0) return std::nullopt;
    return std::move(planned_);
  }

 private:
  std::int32_t add(const Residency& residency) {
    planned_.plan.residencies.push_back(residency);
    return static_cast<std::int32_t>(planned_.plan.residencies.size()) - 1;
  }

  void add_map(std::size_t index) {
    const Buffer& buffer = problem_.buffers[index];
    const MapDraft& map = draft_.maps[index];
    first_residency_.push_back(-1);
    if (buffer.stays_unplaced) {
      planned_.plan.outside.push_back(buffer.tensor);
      return;
    }
    std::int32_t home = -1;
    const auto next = static_cast<std::int32_t>(planned_.plan.residencies.size());
    first_residency_.back() = next;
    if (map.home != no_memory) {
      home = add({buffer.tensor, map.home, 0, buffer.size, map.home_from, buffer.upper});
    }
    const Bytes size = map.rolling > 0 ? map.rolling : buffer.size;
    std::vector<Copy>& copies = planned_.plan.copies;
    for (const MapStay& stay : map.stays) {
      const std::int32_t there =
          add({buffer.tensor, request_.arena.front(), 0, size, stay.lower, stay.upper});
      if (stay.fetched_by) {
        copies.push_back({buffer.tensor, home, there, stay.lower - 1, *stay.fetched_by});
      } else if (map.written_by && &stay == &map.stays.front()) {
        copies.push_back({buffer.tensor, there, home, map.home_from - 1, *map.written_by});
      }
    }
  }

  /// Adds a flow and its buffers. A buffer is live from the first fetch into it until its operator
  /// has ended.
  void add_flow(const FlowDraft& draft) {
    WeightFlow flow{draft.op, {}, draft.slices};
    for (std::int32_t i = 0; i < draft.buffers; ++i) {
      Residency buffer{
          draft.weights,     request_.weights->needs.buffers, 0,  0,
          step_of(draft.op), step_of(draft.op) + 1,           -1, ResidencyKind::weight_buffer};
      for (auto slice = static_cast<std::size_t>(i); slice < draft.slices.size();
           slice += static_cast<std::size_t>(draft.buffers)) {
        buffer.size = std::max(buffer.size, draft.slices[slice].bytes());
        buffer.lower = std::min(buffer.lower, draft.slices[slice].fetch_at);
      }
      if (draft.over_read && buffer.lower < step_of(draft.op)) {
        buffer.shared_until = step_of(draft.op);
      }
      flow.buffers.push_back(add(buffer));
    }
    planned_.plan.weights.push_back(std::move(flow));
  }

  /// If the first buffer of `flow` lies over bytes of feature maps that the preceding operator
  /// still uses, delays the fetch into this buffer until that operator has ended.
  void settle_early_fetch(WeightFlow& flow) {
    if (flow.in_place()) return;
    const std::vector<Residency>& residencies = planned_.plan.residencies;
    Residency& buffer = at(planned_.plan.residencies, flow.buffers.front());
    if (buffer.shared_until == 0) return;
    const TimeStep own_from = buffer.shared_until;
    const auto [lower, upper] = cascaded_life(planned_.plan, buffer.lower, own_from);
    bool over_buffers = false;
    bool over_maps = false;
    for (std::size_t i = 0; i < residencies.size(); ++i) {
      const Residency& r = residencies[i];
      const bool meets = lives_[i].first < upper && lower < lives_[i].second && &r != &buffer &&
                         r.memory == buffer.memory && r.offset < buffer.offset + buffer.size &&
                         buffer.offset < r.offset + r.size;
      if (meets) (r.kind == ResidencyKind::weight_buffer ? over_buffers : over_maps) = true;
    }
    // If the buffer lies over weight buffers only, the fetch need not wait for the operator: a
    // transfer into a weight buffer never starts before the previous contents were read.
    if (over_buffers && !over_maps) return;
    buffer.shared_until = 0;
    if (!over_maps) return;
    buffer.lower = own_from;
    at(lives_, flow.buffers.front()) = life_of(buffer);
    for (WeightFlowSlice& slice : flow.slices) slice.fetch_at = std::max(slice.fetch_at, own_from);
  }

  using Life = std::pair<TimeStep, TimeStep>;

  Life life_of(const Residency& residency) const {
    return cascaded_life(planned_.plan, residency.lower, residency.upper);
  }

  /// Returns a buffer with the size and the lifetime of a residency. The lifetime begins when the
  /// residency may no longer share bytes with other residencies (Residency::shared_until). It is
  /// extended to complete cascades, because the operators of a cascade run alternately.
  Buffer as_buffer(const Residency& residency) const {
    Buffer buffer;
    buffer.size = residency.size;
    buffer.alignment = residency.kind == ResidencyKind::weight_buffer
                           ? request_.weights->needs.alignment
                           : at(alignments_, residency.tensor);
    std::tie(buffer.lower, buffer.upper) = cascaded_life(
        planned_.plan, std::max(residency.lower, residency.shared_until), residency.upper);
    return buffer;
  }

  /// Returns the residency that holds the tensor at `step`. Residencies that begin or end within a
  /// cascade do not count. Returns -1 if there is no such residency, if there are several, or if
  /// the tensor is copied at `step`.
  std::int32_t whole_residency(TensorIndex tensor, TimeStep step) const {
    const std::vector<Residency>& residencies = planned_.plan.residencies;
    std::int32_t found = -1;
    for (std::size_t i = 0; i < residencies.size(); ++i) {
      const Residency& r = residencies[i];
      const bool here = r.kind == ResidencyKind::tensor && r.tensor == tensor && r.lower <= step &&
                        step < r.upper && life_of(r) == Life{r.lower, r.upper};
      if (!here) continue;
      // The tensor is in two memories, and the schedule decides which residency the kernel uses.
      if (found >= 0) return -1;
      found = static_cast<std::int32_t>(i);
    }
    const auto& copies = planned_.plan.copies;
    const bool copied = std::any_of(copies.begin(), copies.end(), [&](const Copy& copy) {
      return (copy.from == found && copy.latest > step && copy.earliest < step) ||
             (copy.to == found && copy.latest > step);
    });
    return copied ? -1 : found;
  }

  /// Puts each result inside its operand if result and operand are in the same memory when the
  /// operator runs.
  void share_bytes_of_operands() {
    for (const InPlacePair& pair : in_place_pairs(problem_)) {
      const Buffer& operand = at(problem_.buffers, pair.operand);
      const Buffer& result = at(problem_.buffers, pair.result);
      const std::int32_t from = whole_residency(operand.tensor, pair.step);
      const std::int32_t to = whole_residency(result.tensor, pair.step);
      if (from < 0 || to < 0) continue;
      const Residency& read = at(planned_.plan.residencies, from);
      Residency& written = at(planned_.plan.residencies, to);
      const bool alike = read.memory == written.memory && read.size == operand.size &&
                         written.size == result.size && written.lower == pair.step;
      if (alike) written.inside = from;
    }
  }

  /// Returns the outermost residency in which `residency` lies; `residency` itself if it lies in no
  /// other residency.
  std::size_t outer_of(std::size_t residency) const {
    while (planned_.plan.residencies[residency].inside >= 0) {
      residency = static_cast<std::size_t>(planned_.plan.residencies[residency].inside);
    }
    return residency;
  }

  bool place_residencies() {
    for (std::size_t m = 0; m < request_.memories.size(); ++m) {
      if (!place_residencies_in(static_cast<MemoryIndex>(m))) return false;
    }
    return true;
  }

  bool place_residencies_in(MemoryIndex memory) {
    std::vector<Residency>& residencies = planned_.plan.residencies;
    std::vector<Buffer> buffers;
    std::vector<std::size_t> index_of(residencies.size(), 0);
    for (std::size_t i = 0; i < residencies.size(); ++i) {
      if (residencies[i].memory != memory || residencies[i].inside >= 0) continue;
      index_of[i] = buffers.size();
      buffers.push_back(as_buffer(residencies[i]));
    }
    for (std::size_t i = 0; i < residencies.size(); ++i) {
      if (residencies[i].memory != memory || residencies[i].inside < 0) continue;
      Buffer& outer = buffers[index_of[outer_of(i)]];
      outer.lower = std::min(outer.lower, residencies[i].lower);
      outer.upper = std::max(outer.upper, residencies[i].upper);
    }
    if (buffers.empty()) return true;
    const auto offsets = place(buffers, at(request_.memories, memory));
    if (!offsets) return false;
    for (std::size_t i = 0; i < residencies.size(); ++i) {
      if (residencies[i].memory != memory) continue;
      residencies[i].offset = (*offsets)[index_of[outer_of(i)]];
    }
    return true;
  }

  const Network& network_;
  const PlanningRequest& request_;
  const PlanningProblem& problem_;
  const PlanDraft& draft_;
  std::vector<Bytes> alignments_;  // per tensor, for feature maps
  NetworkPlan planned_;
  // Per buffer, index of its first residency; -1 = none.
  std::vector<std::int32_t> first_residency_;
  std::vector<Life> lives_;  // lifetimes of the residencies of the plan, in order
};

}  // namespace

std::optional<NetworkPlan> realise(const Network& network, const PlanningRequest& request,
                                   const PlanningProblem& problem, const PlanDraft& draft) {
  return Realiser(network, request, problem, draft).run();
}

}  // namespace spillway::search
