// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "planner/exact/effort.h"
#include "planner/exact/time_index.h"

namespace spillway::exact {

struct RepairGoal {
  Bytes capacity = 0;
  std::int32_t attempt = 0;  // others weigh items in another way
  bool padding_may_stick_out = false;
};

/// Guided ejection search: a local search for a packing within a capacity, for instances without
/// fixed offsets. Items that end above the capacity are taken out and wait. Each waiting item is
/// put into a gap that is large enough. If there is none, it ejects the placed items with the
/// smallest weight, and these wait next. An item that found no gap gets a larger weight.
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
  /// Where an item has to end, with its padding.
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
  bool lowest_gaps_ = false;           // else the smallest
  std::vector<Bytes> offsets_;         // -1 = waits
  std::vector<std::int64_t> weights_;  // what it costs to throw an item out
  std::vector<std::int64_t> steps_;    // the first weight, and what every failure adds to it
  std::vector<std::int32_t> waiting_;
  std::vector<Block> blocks_;  // placed neighbours of the item at hand, ascending
  std::vector<Block> by_end_;
  std::vector<std::int64_t> weight_of_begins_;  // of the blocks before
  std::vector<std::int64_t> weight_of_ends_;
  std::uint64_t random_ = 1;
  std::int64_t work_ = 0;  // of the step at hand
};

}  // namespace spillway::exact
