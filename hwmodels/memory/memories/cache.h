// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
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
/// present from then on. Empty ways are filled in their order.
class Cache {
 public:
  /// `parameters` as checked on reading: lines a multiple of ways, powers of two of sets and bytes,
  /// and of ways for pseudo-LRU.
  explicit Cache(const CacheParameters& parameters);

  void reset();

  /// One load or store within the line of `address`.
  LineMoves touch_line(Address address, bool write) {
    const Address number = address >> line_shift_;
    const auto set = static_cast<std::size_t>(number & set_mask_);
    const std::size_t first = set * ways_;
    const Address* const numbers = &numbers_[first];
    std::size_t way = 0;
    for (; way + 4 <= ways_; way += 4) {  // four compares a turn: most touches miss
      if (numbers[way] == number) return hit(set, way, write);
      if (numbers[way + 1] == number) return hit(set, way + 1, write);
      if (numbers[way + 2] == number) return hit(set, way + 2, write);
      if (numbers[way + 3] == number) return hit(set, way + 3, write);
    }
    for (; way < ways_; ++way) {
      if (numbers[way] == number) return hit(set, way, write);
    }
    return replace(set, number, write);
  }

  /// Reads lines one after the other, from that of `address` on, as long as each is missing and
  /// takes the place of a clean one; returns how many of `count`. Caches of several sets:
  /// none.
  std::int32_t read_missing(Address address, std::int32_t count);

  /// A load or store of `bytes` (above 0), which may touch several lines.
  MoveCount touch(Address address, std::int32_t bytes, bool write);

  /// Writes back everything that is dirty and empties the cache; returns the number of dirty lines.
  std::int64_t flush();

  std::int32_t line_bytes() const { return parameters_.line_bytes; }

  /// All that the future of a small cache depends on. A node of the tree may change its halves
  /// with each other and its bit with them, which no miss or hit can tell: lines stand in the order
  /// that they have when all bits are made the same.
  struct State {
    std::array<Address, 8> lines{};  // first bytes
    std::array<std::uint8_t, 8> dirty{};
  };
  /// Whether state() tells everything: a full cache of one set, of eight lines or fewer, with a
  /// tree.
  bool has_state() const { return set_mask_ == 0 && !misses_.empty() && filled_[0] == ways_; }
  /// Requires has_state().
  State state() const;
  /// Renames every line to that of `lines`; what was used when and what is dirty stays.
  void rename(const std::array<Address, 8>& lines);

 private:
  static constexpr Address empty = ~Address{0};
  static constexpr std::size_t most_stepped_ways = 8;

  /// What a miss does to a full set of a tree, by the tree before.
  struct Miss {
    std::uint8_t way = 0;
    std::uint8_t tree = 0;
  };

  LineMoves hit(std::size_t set, std::size_t way, bool write) {
    if (write) mark_dirty(set * ways_ + way);
    mark_used(set, way);
    return {};
  }

  std::int32_t replace_clean(Address first, Address count);
  void replace_many(Address first, Address count);
  LineMoves replace(std::size_t set, Address number, bool write);
  LineMoves put(std::size_t line, Address number, bool write);
  std::size_t victim_way(std::size_t set) const;

  void mark_dirty(std::size_t line) {
    dirty_lines_ += 1 - dirty_[line];
    dirty_[line] = 1;
  }

  /// Notes when, or points every node on the way to the line away from it.
  void mark_used(std::size_t set, std::size_t way) {
    if (tree_) {
      trees_[set] = (trees_[set] & ~towards_[way]) | away_[way];
    } else {
      used_[set * ways_ + way] = ++touches_;
    }
  }

  CacheParameters parameters_;
  int line_shift_ = 0;
  std::size_t ways_;
  Address set_mask_;
  bool tree_ = false;  // pseudo-LRU
  std::uint64_t touches_ = 0;
  // Set by set: address / line_bytes, whether it is to be written back, when it was used (LRU).
  std::vector<Address> numbers_;
  std::vector<std::uint8_t> dirty_;
  std::size_t dirty_lines_ = 0;
  std::vector<std::uint64_t> used_;
  std::vector<std::size_t> filled_;   // ways of a set that hold a line
  std::vector<std::uint64_t> trees_;  // pseudo-LRU: one bit per inner node, set = go right
  // Per way: the nodes above it that must point left, and those that must point right.
  std::vector<std::uint64_t> towards_, away_;
  std::vector<Miss> misses_;  // by tree; none for more than most_stepped_ways
  std::vector<std::array<std::uint8_t, most_stepped_ways>> orders_;  // ways of a State, by tree
};

}  // namespace spillway
