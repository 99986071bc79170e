// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "planner/exact/effort.h"
#include "planner/exact/instance.h"

namespace spillway::exact {

/// Finds the items whose lifetimes overlap an interval of sections (ranges of time steps). The
/// memory of the index is proportional to the number of items. Items with lengths between two
/// powers of two form a level and are sorted by their first section, so the items of a level that
/// overlap an interval are close together.
class TimeIndex {
 public:
  explicit TimeIndex(const Instance& instance);

  /// Calls `use` with every item whose sections overlap [first, end).
  template <typename Use>
  void each_overlapping(std::int32_t first, std::int32_t end, const Use& use) const {
    for (const Level& level : levels_) {
      auto entry = std::upper_bound(
          level.entries.begin(), level.entries.end(), first - level.longest,
          [](std::int32_t section, const Entry& other) { return section < other.first; });
      for (; entry != level.entries.end() && entry->first < end; ++entry) {
        if (entry->end > first) use(entry->item);
      }
    }
  }

 private:
  struct Entry {
    std::int32_t first = 0;
    std::int32_t end = 0;
    std::int32_t item = 0;
  };
  struct Level {
    std::int32_t longest = 0;
    std::vector<Entry> entries;
  };

  std::vector<Level> levels_;
};

struct RepairGoal {
  Bytes capacity = 0;
  std::int32_t attempt = 0;  // number of the attempt; decides about initial weights and gaps
  bool padding_may_stick_out = false;
};

/// Guided ejection search: a local search for a packing within a capacity, for instances without
/// fixed offsets. Items that end above the capacity are taken out and wait. Each waiting item is
/// put into a gap that is large enough. If no gap is large enough, the item ejects the placed items
/// with the smallest total weight, the ejected items wait, and the weight of the item increases.
class Repair {
 public:
  explicit Repair(const Instance& instance);

  /// Changes `offsets` so that every item ends within the capacity. Returns false and leaves
  /// `offsets` unchanged if the effort is used up first.
  bool reach(std::vector<Bytes>& offsets, const RepairGoal& goal, Effort& effort);

 private:
  struct Block {
    Bytes begin = 0;
    Bytes end = 0;
    std::int32_t item = 0;
  };

  void weigh(std::int32_t attempt);
  void start(const std::vector<Bytes>& offsets);
  /// Returns the highest end, padding included, that `item` may have within the capacity.
  Bytes top_for(const Item& item) const;
  void gather(std::int32_t item);
  Bytes find_gap(const Item& item) const;
  void force_in(std::int32_t item);
  Bytes cheapest_place(const Item& item);
  void sum_weights();
  void eject(const Item& item, Bytes offset);
  void sort_waiting(std::size_t from);
  std::uint64_t draw();

  const Instance& instance_;
  TimeIndex index_;
  RepairGoal goal_;
  bool lowest_gaps_ = false;    // place items in the lowest gap; if false, in the smallest gap
  std::vector<Bytes> offsets_;  // offset of each item; -1 = the item waits
  std::vector<std::int64_t> weights_;  // per item, the cost of ejecting it
  /// The initial weight of each item. Each failure to place an item increases the item's weight by
  /// its initial weight.
  std::vector<std::int64_t> initial_weights_;
  std::vector<std::int32_t> waiting_;
  std::vector<Block> blocks_;  // placed neighbours of the current item, ascending
  std::vector<Block> by_end_;
  // Prefix sums of the weights of the placed neighbours, in the order of their begins (blocks_) and
  // in the order of their ends (by_end_).
  std::vector<std::int64_t> weight_of_begins_, weight_of_ends_;
  std::uint64_t random_ = 1;
  /// The steps of work for the current item that reach() has not yet subtracted from its Effort.
  std::int64_t work_ = 0;
};

}  // namespace spillway::exact
