// SPDX-License-Identifier: Apache-2.0
#include "planner/blocks.h"

#include <algorithm>
#include <numeric>

namespace spillway {
namespace {

bool lies_before(const PlacedBlock& a, const PlacedBlock& b) {
  return a.offset != b.offset ? a.offset < b.offset : a.number < b.number;
}

}  // namespace

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
  std::size_t level = 0;
  while ((std::int64_t{1} << level) < std::int64_t{block.upper} - block.lower) ++level;
  if (levels_.size() <= level) levels_.resize(level + 1);
  const PlacedBlock placed{offset, offset + block.size, block.lower, block.upper,
                           by_address_.size()};
  levels_[level][std::int64_t{block.lower} >> level].push_back(placed);
  by_address_.insert(std::upper_bound(by_address_.begin(), by_address_.end(), placed, lies_before),
                     placed);
  peak_ = std::max(peak_, placed.end);
}

// Collects the blocks that are live together with `block`, in address order. Returns false if there
// are many such blocks, because sorting them would take longer than visiting all blocks.
bool PlacedBlocks::find_few(const UnplacedBlock& block, std::vector<PlacedBlock>& live) const {
  constexpr std::size_t few = 64;
  const std::size_t most = std::max(few, by_address_.size() / 8);
  for (std::size_t level = 0; level < levels_.size(); ++level) {
    // A bucket is a range of 2^level steps, and a block is stored in the bucket of its first step.
    // A block of the previous bucket may still be live when `block` begins.
    const std::int64_t first = (std::int64_t{block.lower} >> level) - 1;
    const std::int64_t last = std::int64_t{block.upper} >> level;
    const Buckets& buckets = levels_[level];
    for (auto bucket = buckets.lower_bound(first); bucket != buckets.end() && bucket->first <= last;
         ++bucket) {
      for (const PlacedBlock& other : bucket->second) {
        if (live_together(block, other)) live.push_back(other);
      }
      if (live.size() > most) return false;
    }
  }
  std::sort(live.begin(), live.end(), lies_before);
  return true;
}

Bytes PlacedBlocks::first_fit(const UnplacedBlock& block) const {
  Bytes candidate = 0;
  each_live_with(block, [&](const PlacedBlock& other) {
    if (other.offset - candidate >= block.size) return false;
    candidate = std::max(candidate, round_up(other.end, block.alignment));
    return true;
  });
  return candidate;
}

}  // namespace spillway
