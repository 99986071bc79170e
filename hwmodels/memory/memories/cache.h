// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "base/units.h"
#include "hwmodels/memory/cache_parameters.h"

namespace spillway {

/// The lines that one load or store within a line moves between the cache and its memory. The
/// eviction comes before the fill.
struct LineMoves {
  bool fill = false;
  bool evict = false;
  Address victim = 0;  // first byte of the evicted line
};

/// The numbers of lines that a load or store moved.
struct MoveCount {
  std::int64_t fills = 0;
  std::int64_t evictions = 0;
};

/// A write-back, write-allocate cache that only counts line moves: it holds tags, but no data. With
/// write-validate, a write miss allocates its line without a fill, and the whole line counts as
/// present afterwards. Empty ways of a set are filled in the order of their index.
class Cache {
 public:
  /// `parameters` must have been checked when they were read: the number of lines is a multiple of
  /// the ways; the number of sets and the line size are powers of two; for pseudo-LRU, the number
  /// of ways is also a power of two.
  explicit Cache(const CacheParameters& parameters);

  void reset();

  /// Carries out one load or store within the line that contains `address`.
  LineMoves touch_line(Address address, bool write) {
    const Address number = address >> line_shift_;
    const auto set = static_cast<std::size_t>(number & set_mask_);
    const std::size_t first = set * ways_;
    const Address* const numbers = &numbers_[first];
    std::size_t way = 0;
    // Compares four ways per iteration, because most accesses miss and are compared with all ways.
    for (; way + 4 <= ways_; way += 4) {
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

  /// Reads up to `count` consecutive lines, from the line of `address` on. Stops before a line that
  /// is already in the cache, or that would replace a dirty line. Returns the number of lines read;
  /// 0 for every cache with several sets.
  std::int32_t read_missing(Address address, std::int32_t count);

  /// Carries out a load or store of `bytes` (above 0), which can touch several lines.
  MoveCount touch(Address address, std::int32_t bytes, bool write);

  /// Empties the cache. Returns the number of dirty lines, which have to be written back.
  std::int64_t flush();

  std::int32_t line_bytes() const { return parameters_.line_bytes; }

  /// The part of a small cache's contents that determines later hits and misses. The lines are
  /// listed by their paths through the pseudo-LRU tree relative to the tree's bits, not by their
  /// ways. So two caches that behave alike have equal states. Line 0 is the line that the next miss
  /// replaces; the other lines are not in the order of replacement.
  struct State {
    std::array<Address, 8> lines{};  // addresses of the first byte of each line
    std::array<std::uint8_t, 8> dirty{};
  };
  /// Whether state() describes the whole cache: a full cache with one set of at most eight lines
  /// and a pseudo-LRU tree.
  bool has_state() const { return set_mask_ == 0 && !misses_.empty() && filled_[0] == ways_; }
  /// Returns the state. Requires has_state().
  State state() const;
  /// Changes the addresses of the lines in the cache to `lines`. The order of use and the dirty
  /// flags of the lines stay. Requires has_state().
  void rename(const std::array<Address, 8>& lines);

 private:
  static constexpr Address empty = ~Address{0};
  static constexpr std::size_t most_stepped_ways = 8;

  /// What a miss changes in a full set: it replaces the line of `way`, and `tree` is the new state
  /// of the pseudo-LRU tree.
  struct Miss {
    std::uint8_t way = 0;
    std::uint8_t tree = 0;
  };

  LineMoves hit(std::size_t set, std::size_t way, bool write) {
    if (write) dirty_[set * ways_ + way] = 1;
    mark_used(set, way);
    return {};
  }

  LineMoves replace(std::size_t set, Address number, bool write);
  LineMoves put(std::size_t line, Address number, bool write);
  std::size_t victim_way(std::size_t set) const;

  /// Marks a way as used most recently. For LRU, stores the number of this access. For pseudo-LRU,
  /// makes every node above the way point away from the way.
  void mark_used(std::size_t set, std::size_t way) {
    if (tree_) {
      trees_[set] = (trees_[set] & ~turned_left_[way]) | turned_right_[way];
    } else {
      used_[set * ways_ + way] = ++touches_;
    }
  }

  CacheParameters parameters_;
  int line_shift_ = 0;
  std::size_t ways_;
  Address set_mask_;
  bool tree_ = false;  // whether replacement is pseudo-LRU
  std::uint64_t touches_ = 0;
  // These arrays have an element per set and way. numbers_ is the address divided by line_bytes,
  // dirty_ is 1 if the line is dirty, and used_ is the number of the last access (for LRU).
  std::vector<Address> numbers_;
  std::vector<std::uint8_t> dirty_;
  std::vector<std::uint64_t> used_;
  std::vector<std::size_t> filled_;   // per set: number of ways that hold a line
  std::vector<std::uint64_t> trees_;  // pseudo-LRU: one bit per inner node; a set bit points right
  // Per way, as bits of trees_: the nodes that an access to the way clears (they then point left),
  // and the nodes that it sets (they then point right). After the access, all nodes above the way
  // point away from it.
  std::vector<std::uint64_t> turned_left_, turned_right_;
  // Per state of the pseudo-LRU tree: what the next miss changes. Empty for LRU, and if the cache
  // has more than most_stepped_ways ways.
  std::vector<Miss> misses_;
  // Per state of the tree: the ways in the order of State::lines.
  std::vector<std::array<std::uint8_t, most_stepped_ways>> orders_;
};

}  // namespace spillway
