// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "planner/blocks.h"
#include "planner/registry.h"

namespace spillway {
namespace {

/// Returns the buffers without an offset in the network's offline plan, the largest first; of equal
/// sizes, the last buffer comes first.
std::vector<std::size_t> online_order(const std::vector<Buffer>& buffers,
                                      const std::vector<UnplacedBlock>& blocks) {
  std::vector<std::size_t> order;
  for (std::size_t i = buffers.size(); i-- > 0;) {
    if (!buffers[i].offline_offset) {
      order.push_back(i);
    }
  }
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return blocks[a].size > blocks[b].size; });
  return order;
}

/// TensorFlow Lite Micro's GreedyMemoryPlanner. Offsets planned offline are used unchanged, even if
/// buffers overlap.
Allocation tflm_greedy_allocation(const std::vector<Buffer>& buffers, const MemorySpace& memory,
                                  const PlannerOptions&) {
  const std::vector<UnplacedBlock> blocks = make_blocks(buffers, memory);
  std::vector<Bytes> offsets(buffers.size());
  PlacedBlocks placed;
  for (std::size_t i = 0; i < buffers.size(); ++i) {
    if (buffers[i].offline_offset) {
      offsets[i] = *buffers[i].offline_offset;
      placed.insert(blocks[i], offsets[i]);
    }
  }
  for (const std::size_t i : online_order(buffers, blocks)) {
    offsets[i] = placed.first_fit(blocks[i]);
    placed.insert(blocks[i], offsets[i]);
  }
  return finish_allocation(std::move(offsets), placed.peak(), memory);
}

}  // namespace

Allocator tflm_greedy() {
  Allocator allocator{
      "tflm-greedy", "largest first, lowest gap that fits; honours offline-planned offsets",
      "TensorFlow Lite Micro 90b983c (2026-08), GreedyMemoryPlanner", tflm_greedy_allocation};
  allocator.may_overlap = true;
  return allocator;
}

}  // namespace spillway
