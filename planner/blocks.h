// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "base/rounding.h"
#include "planner/problem.h"

namespace spillway {

/// A buffer reduced to what offset allocators look at, before it has a place. `size` is rounded up
/// to `alignment`.
struct UnplacedBlock {
  TimeStep lower = 0;
  TimeStep upper = 0;
  Bytes size = 0;
  Bytes alignment = 1;
};

/// A block with its place; `end` = offset + size.
struct PlacedBlock {
  Bytes offset = 0;
  Bytes end = 0;
  TimeStep lower = 0;
  TimeStep upper = 0;
  std::size_t number = 0;  // within PlacedBlocks: how many were placed before it
};

/// Half-open lifetimes share a step.
template <typename A, typename B>
bool live_together(const A& a, const B& b) {
  return a.lower < b.upper && b.lower < a.upper;
}

/// The buffer's pins and blocks allow `memory`.
bool may_use(const Buffer& buffer, MemoryIndex memory);

/// The alignment that satisfies both the buffer and the memory: their least common multiple.
Bytes common_alignment(const Buffer& buffer, const MemorySpace& memory);

std::vector<UnplacedBlock> make_blocks(const std::vector<Buffer>& buffers,
                                       const MemorySpace& memory);

/// Offsets one after the other in the order of `blocks`, and where the last one ends.
std::pair<std::vector<Bytes>, Bytes> stack_blocks(const std::vector<UnplacedBlock>& blocks);

/// Blocks of one memory. They are found by time: a block of a lifetime up to 2^n steps is in one of
/// the buckets of 2^n steps, so that those live together with another are looked for in few. Where
/// many are live together, all are looked at instead, in the order of their addresses.
class PlacedBlocks {
 public:
  void insert(const UnplacedBlock& block, Bytes offset);

  Bytes peak() const { return peak_; }

  /// Shows the placed blocks that live together with `block` to `use`, in address order and of
  /// equal offsets the one placed first first, until it returns false.
  template <typename Use>
  void each_live_with(const UnplacedBlock& block, const Use& use) const {
    std::vector<PlacedBlock> few;
    const bool all = !find_few(block, few);
    for (const PlacedBlock& other : all ? by_address_ : few) {
      if (live_together(block, other) && !use(other)) return;
    }
  }

  /// Lowest aligned offset at which `block` overlaps none of those it lives together with.
  Bytes first_fit(const UnplacedBlock& block) const;

 private:
  using Buckets = std::map<std::int64_t, std::vector<PlacedBlock>>;  // by first step / width

  bool find_few(const UnplacedBlock& block, std::vector<PlacedBlock>& live) const;

  std::vector<Buckets> levels_;  // of buckets of 2^n steps
  std::vector<PlacedBlock> by_address_;
  Bytes peak_ = 0;
};

}  // namespace spillway
