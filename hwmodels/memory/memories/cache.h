// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "base/units.h"
#include "hwmodels/memory/cache_parameters.h"

namespace spillway {

/// What one touch of a line makes the memory behind the cache do, the eviction first.
struct LineMoves {
  bool fill = false;
  bool evict = false;
  Address victim = 0;  // first byte of the evicted line
};

/// How many lines a touch of some bytes moved.
struct MoveCount {
  std::int64_t fills = 0;
  std::int64_t evictions = 0;
};

/// Write-back, write-allocate cache, as a count of lines that move: it holds tags, not data. With
/// write-validate a write miss allocates without a fill, and the rest of the line counts as
/// present from then on.
class Cache {
 public:
  /// `parameters` as checked on reading: lines a multiple of ways, powers of two of sets and bytes,
  /// and of ways for pseudo-LRU.
  explicit Cache(const CacheParameters& parameters);

  void reset();

  /// One load or store within the line of `address`.
  LineMoves touch_line(Address address, bool write);

  /// A load or store of `bytes` (above 0), which may touch several lines.
  MoveCount touch(Address address, std::int32_t bytes, bool write);

  /// Writes back everything that is dirty and empties the cache; returns the number of dirty lines.
  std::int64_t flush();

  std::int32_t line_bytes() const { return parameters_.line_bytes; }

 private:
  struct Line {
    Address number = 0;      // address / line_bytes
    std::uint64_t used = 0;  // when, in touches; 0 = the line is empty
    bool dirty = false;
  };

  std::size_t victim_way(std::size_t set) const;
  void mark_used(std::size_t set, std::size_t way);

  CacheParameters parameters_;
  int line_shift_ = 0;
  std::size_t ways_;
  Address set_mask_;
  std::uint64_t touches_ = 0;
  std::vector<Line> lines_;           // set by set
  std::vector<std::uint64_t> trees_;  // pseudo-LRU: one bit per inner node, set = go right
};

}  // namespace spillway
