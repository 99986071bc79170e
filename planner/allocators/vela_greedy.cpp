// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <limits>
#include <numeric>
#include <tuple>

#include "planner/blocks.h"
#include "planner/registry.h"

namespace spillway {
namespace {

/// Returns the buffer indices sorted by start (earliest first), then by lifetime (longest first),
/// then by size (smallest first), then by name.
std::vector<std::size_t> placement_order(const std::vector<Buffer>& buffers,
                                         const std::vector<UnplacedBlock>& blocks) {
  std::vector<std::size_t> order(buffers.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto key = [&](std::size_t i) {
    return std::make_tuple(blocks[i].lower, -blocks[i].upper, blocks[i].size,
                           std::cref(buffers[i].name));
  };
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return key(a) < key(b); });
  return order;
}

/// The blocks that are live at the current step, in address order.
class ActiveBlocks {
 public:
  void drop_ended(TimeStep step) {
    active_.erase(std::remove_if(active_.begin(), active_.end(),
                                 [&](const PlacedBlock& other) { return other.upper <= step; }),
                  active_.end());
  }

  /// Returns the offset of the smallest gap that holds the block; of equal gaps, the lowest. If no
  /// gap is large enough, returns the offset above all blocks.
  Bytes best_fit(const UnplacedBlock& block) const {
    Bytes best = round_up(top(), block.alignment);
    Bytes smallest = std::numeric_limits<Bytes>::max();
    Bytes previous_end = 0;
    for (const PlacedBlock& next : active_) {
      const Bytes start = round_up(previous_end, block.alignment);
      if (start + block.size <= next.offset && next.offset - start < smallest) {
        smallest = next.offset - start;
        best = start;
      }
      previous_end = next.end;
    }
    return best;
  }

  void insert(const UnplacedBlock& block, Bytes offset) {
    const auto after = std::upper_bound(
        active_.begin(), active_.end(), offset,
        [](Bytes value, const PlacedBlock& other) { return value < other.offset; });
    active_.insert(after, {offset, offset + block.size, block.lower, block.upper});
  }

 private:
  Bytes top() const {
    Bytes top = 0;
    for (const PlacedBlock& block : active_) {
      top = std::max(top, block.end);
    }
    return top;
  }

  std::vector<PlacedBlock> active_;
};

Allocation vela_greedy_allocation(const std::vector<Buffer>& buffers, const MemorySpace& memory,
                                  const PlannerOptions&) {
  const std::vector<UnplacedBlock> blocks = make_blocks(buffers, memory);
  std::vector<Bytes> offsets(buffers.size());
  ActiveBlocks active;
  Bytes peak = 0;
  for (const std::size_t i : placement_order(buffers, blocks)) {
    active.drop_ended(blocks[i].lower);
    offsets[i] = active.best_fit(blocks[i]);
    active.insert(blocks[i], offsets[i]);
    peak = std::max(peak, offsets[i] + blocks[i].size);
  }
  return finish_allocation(std::move(offsets), peak, memory);
}

}  // namespace

Allocator vela_greedy() {
  return {"vela-greedy", "in order of start, smallest gap among the live blocks",
          "Vela a6f6566 (2023-12), greedy_allocation", vela_greedy_allocation};
}

}  // namespace spillway
