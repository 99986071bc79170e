// SPDX-License-Identifier: Apache-2.0
#include "planner/blocks.h"

#include <algorithm>
#include <numeric>

namespace spillway {

bool may_use(const Buffer& buffer, MemoryIndex memory) {
  const auto& blocked = buffer.blocked_memories;
  return (!buffer.pinned_memory || *buffer.pinned_memory == memory) &&
         std::find(blocked.begin(), blocked.end(), memory) == blocked.end();
}

Bytes common_alignment(const Buffer& buffer, const MemorySpace& memory) {
  return std::lcm(buffer.alignment, memory.alignment);
}

std::vector<UnplacedBlock> make_blocks(const std::vector<Buffer>& buffers,
                                       const MemorySpace& memory) {
  std::vector<UnplacedBlock> blocks;
  blocks.reserve(buffers.size());
  for (const Buffer& buffer : buffers) {
    const Bytes alignment = common_alignment(buffer, memory);
    blocks.push_back({buffer.lower, buffer.upper, round_up(buffer.size, alignment), alignment});
  }
  return blocks;
}

std::pair<std::vector<Bytes>, Bytes> stack_blocks(const std::vector<UnplacedBlock>& blocks) {
  std::pair<std::vector<Bytes>, Bytes> stack;
  auto& [offsets, top] = stack;
  for (const UnplacedBlock& block : blocks) {
    offsets.push_back(round_up(top, block.alignment));
    top = offsets.back() + block.size;
  }
  return stack;
}

void PlacedBlocks::insert(const UnplacedBlock& block, Bytes offset) {
  const auto after =
      std::upper_bound(blocks_.begin(), blocks_.end(), offset,
                       [](Bytes value, const PlacedBlock& other) { return value < other.offset; });
  blocks_.insert(after, {offset, offset + block.size, block.lower, block.upper});
  peak_ = std::max(peak_, offset + block.size);
}

Bytes PlacedBlocks::first_fit(const UnplacedBlock& block) const {
  Bytes candidate = 0;
  for (const PlacedBlock& other : blocks_) {
    if (!live_together(block, other)) {
      continue;
    }
    if (other.offset - candidate >= block.size) {
      break;
    }
    candidate = std::max(candidate, round_up(other.end, block.alignment));
  }
  return candidate;
}

}  // namespace spillway
