// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <numeric>

#include <fmt/format.h>

#include "base/index.h"
#include "planner/allocators/tinyengine_rectangles.h"
#include "planner/blocks.h"
#include "planner/placement/placement.h"
#include "planner/registry.h"
#include "planner/relative_places.h"

namespace spillway {
namespace {

/// Returns the block indices sorted by size, largest first; blocks of equal size stay in their
/// order.
std::vector<std::size_t> largest_first(const std::vector<UnplacedBlock>& blocks) {
  std::vector<std::size_t> order(blocks.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return blocks[a].size > blocks[b].size; });
  return order;
}

/// TinyEngine compares the corners of two rectangles (lifetime x addresses) with < and >. Two
/// rectangles with the same lifetime therefore never conflict. This known defect leads to invalid
/// plans; it is reproduced on purpose.
bool have_one_lifetime(const PlacedBlock& a, const UnplacedBlock& b) {
  return a.lower == b.lower && a.upper == b.upper;
}

class FirstFit {
 public:
  /// Places the block at the lowest free offset and returns the offset. `shrinks_after` is the
  /// layer after which only a quarter of the block holds data; none = the block never shrinks.
  Bytes place(const UnplacedBlock& block, std::optional<std::int32_t> shrinks_after) {
    Bytes offset = 0;
    placed_.each_live_with(block, [&](const PlacedBlock& other) {
      if (have_one_lifetime(other, block)) return true;
      if (other.offset - offset >= block.size) return false;
      offset = std::max(offset, round_up(end_seen_by(block, other), block.alignment));
      return true;
    });
    placed_.insert(block, offset);
    shrinks_after_.push_back(shrinks_after);
    return offset;
  }

 private:
  Bytes end_seen_by(const UnplacedBlock& block, const PlacedBlock& other) const {
    const std::optional<std::int32_t>& shrinks = shrinks_after_[other.number];
    if (!shrinks || block.lower <= *shrinks) return other.end;
    return other.offset + (other.end - other.offset + 3) / 4;
  }

  PlacedBlocks placed_;
  /// Per placed block, in the order of placement: the layer after which only a quarter of the block
  /// holds data; none = the block never shrinks.
  std::vector<std::optional<std::int32_t>> shrinks_after_;
};

Allocation tinyengine_firstfit_allocation(const std::vector<Buffer>& buffers,
                                          const MemorySpace& memory,
                                          const PlannerOptions& options) {
  const std::vector<UnplacedBlock> blocks = make_blocks(buffers, memory);
  std::vector<Bytes> offsets(buffers.size());
  FirstFit arena;
  Bytes peak = 0;
  for (const std::size_t i : largest_first(blocks)) {
    offsets[i] = arena.place(blocks[i], buffers[i].stride2_inplace_layer);
    peak = std::max(peak, offsets[i] + blocks[i].size);
  }
  MemorySpace bounded = memory;
  bounded.capacity = std::min(memory.capacity, options.arena_limit);
  return finish_allocation(std::move(offsets), peak, bounded);
}

/// Applies TinyEngine's allocator to the rectangles (lifetime x addresses) that TinyEngine makes of
/// a network's operators. TinyEngine's im2col and kernel buffers lie above all rectangles. If the
/// problem has no operators, applies the allocator to the problem's buffers.
class TinyEngine : public Planner {
 public:
  PlanningResult plan(const PlanningProblem& problem,
                      const PlannerOptions& options) const override {
    return with_relatives_resolved(problem, [&](const PlanningProblem& reduced) {
      const Allocator& allocator = chosen_allocator(options, "tinyengine-firstfit");
      return in_fastest_that_holds(reduced.memories, 0, [&](MemoryIndex memory) {
        return reduced.operators.empty() ? place_all_in(reduced, memory, allocator, options)
                                         : plan_network_in(reduced, memory, allocator, options);
      });
    });
  }
  bool single_memory() const override { return true; }
  bool reads_arena_limit(const PlannerOptions& options) const override {
    return chosen_allocator(options, "tinyengine-firstfit").reads_arena_limit;
  }
  Bytes tensor_alignment() const override { return 1; }

 private:
  static KernelWorkspace largest_workspace(const PlanningProblem& problem, bool in_place) {
    KernelWorkspace largest;
    for (const BufferOperator& op : problem.operators) {
      const Bytes im2col = in_place ? op.workspace.im2col_in_place : op.workspace.im2col;
      largest.im2col = std::max(largest.im2col, im2col);
      largest.kernel = std::max(largest.kernel, op.workspace.kernel);
    }
    return largest;
  }

  static PlanningResult plan_network_in(const PlanningProblem& problem, MemoryIndex memory,
                                        const Allocator& allocator, const PlannerOptions& options) {
    const Rectangles rectangles = tinyengine_rectangles(problem, options.in_place);
    const KernelWorkspace workspace = largest_workspace(problem, options.in_place);
    PlanningProblem layered = problem;
    layered.buffers = rectangles.buffers;
    Bytes& capacity = at(layered.memories, memory).capacity;
    capacity -= workspace.im2col + workspace.kernel;
    PlanningResult result = place_all_in(layered, memory, allocator, options);
    if (workspace.im2col + workspace.kernel > 0) {
      result.note += fmt::format(
          "{}im2col buffer of {} bytes and kernel buffer of {} bytes behind the activations",
          result.note.empty() ? "" : "; ", workspace.im2col, workspace.kernel);
    }
    return for_buffers(problem, rectangles, std::move(result));
  }

  /// Converts placements of rectangles to placements of the problem's buffers. Buffers of the same
  /// rectangle share its bytes.
  static PlanningResult for_buffers(const PlanningProblem& problem, const Rectangles& rectangles,
                                    PlanningResult result) {
    std::vector<BufferIndex> first_in(rectangles.buffers.size(), -1);
    std::vector<Placement> placements(problem.buffers.size());
    result.outer_buffers.assign(problem.buffers.size(), -1);
    for (std::size_t i = 0; i < placements.size(); ++i) {
      const BufferIndex rectangle = rectangles.rectangle_of[i];
      if (rectangle < 0) {
        continue;
      }
      BufferIndex& first = at(first_in, rectangle);
      placements[i] = at(result.placements, rectangle);
      result.outer_buffers[i] = first;
      first = first < 0 ? static_cast<BufferIndex>(i) : first;
    }
    result.placements = std::move(placements);
    if (result.buffer >= 0) {
      result.buffer = at(first_in, result.buffer);
    }
    return result;
  }
};

}  // namespace

PlannerEntry tinyengine() {
  return {"tinyengine-firstfit",
          "largest first, lowest slot; in-place depthwise; at most --arena-limit",
          "TinyEngine 47bb283, first-fit allocator", std::make_unique<TinyEngine>()};
}

Allocator tinyengine_firstfit() {
  Allocator allocator{"tinyengine-firstfit",
                      "largest first, lowest slot; in-place depthwise; at most --arena-limit",
                      "TinyEngine 47bb283, first-fit allocator", tinyengine_firstfit_allocation};
  allocator.reads_arena_limit = true;
  allocator.may_overlap = true;
  return allocator;
}

}  // namespace spillway
