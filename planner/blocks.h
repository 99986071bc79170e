// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "base/rounding.h"
#include "planner/problem.h"

namespace spillway {

/// The properties of a buffer that offset allocators need. `size` is rounded up to `alignment`.
struct UnplacedBlock {
  TimeStep lower = 0;
  TimeStep upper = 0;
  Bytes size = 0;
  Bytes alignment = 1;
};

/// A block with its offset; `end` = offset + size.
struct PlacedBlock {
  Bytes offset = 0;
  Bytes end = 0;
  TimeStep lower = 0;
  TimeStep upper = 0;
  std::size_t number = 0;  // number of blocks that were inserted before this one
};

/// Whether two half-open lifetimes have a step in common.
template <typename A, typename B>
bool live_together(const A& a, const B& b) {
  return a.lower < b.upper && b.lower < a.upper;
}

/// Whether the buffer's pinned and blocked memories allow `memory`.
bool may_use(const Buffer& buffer, MemoryIndex memory);

/// The alignment that satisfies both the buffer and the memory: their least common multiple.
Bytes common_alignment(const Buffer& buffer, const MemorySpace& memory);

std::vector<UnplacedBlock> make_blocks(const std::vector<Buffer>& buffers,
                                       const MemorySpace& memory);

/// Places the blocks one above the other, from offset 0 up, in the given order. Returns their
/// offsets and the end of the last block.
std::pair<std::vector<Bytes>, Bytes> stack_blocks(const std::vector<UnplacedBlock>& blocks);

/// The placed blocks of one memory, indexed by time. A block whose lifetime has at most 2^n steps
/// (n as small as possible) is in level n; a level divides the time axis into buckets of 2^n steps.
/// So a search for the blocks that are live together with a given block visits few buckets. If many
/// blocks are live together with the given block, the search visits all blocks in address order
/// instead.
class PlacedBlocks {
 public:
  void insert(const UnplacedBlock& block, Bytes offset);

  Bytes peak() const { return peak_; }

  /// Calls `use` for every placed block that is live together with `block`, until `use` returns
  /// false. The order is by address; of equal offsets, the block that was placed first comes first.
  template <typename Use>
  void each_live_with(const UnplacedBlock& block, const Use& use) const {
    std::vector<PlacedBlock> few;
    const bool all = !find_few(block, few);
    for (const PlacedBlock& other : all ? by_address_ : few) {
      if (live_together(block, other) && !use(other)) return;
    }
  }

  /// Returns the lowest aligned offset at which `block` overlaps no block that is live at the same
  /// time.
  Bytes first_fit(const UnplacedBlock& block) const;

 private:
  /// The key is the first step of a block divided by the number of steps of a bucket, rounded down.
  using Buckets = std::map<std::int64_t, std::vector<PlacedBlock>>;

  bool find_few(const UnplacedBlock& block, std::vector<PlacedBlock>& live) const;

  std::vector<Buckets> levels_;  // level n divides the time axis into buckets of 2^n steps
  std::vector<PlacedBlock> by_address_;
  Bytes peak_ = 0;
};

}  // namespace spillway
