// SPDX-License-Identifier: Apache-2.0
#include "planner/exact/repair.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "base/index.h"
#include "base/rounding.h"

namespace spillway::exact {
namespace {

constexpr Bytes waits = -1;

std::size_t level_of(std::int32_t length) {
  std::size_t level = 0;
  while ((std::int64_t{1} << level) < length) ++level;
  return level;
}

}  // namespace

TimeIndex::TimeIndex(const Instance& instance) {
  for (std::size_t i = 0; i < instance.items.size(); ++i) {
    const Item& item = instance.items[i];
    const std::int32_t length = item.end_section - item.first_section;
    const std::size_t level = level_of(length);
    if (levels_.size() <= level) levels_.resize(level + 1);
    levels_[level].longest = std::max(levels_[level].longest, length);
    levels_[level].entries.push_back(
        {item.first_section, item.end_section, static_cast<std::int32_t>(i)});
  }
  for (Level& level : levels_) {
    std::stable_sort(level.entries.begin(), level.entries.end(),
                     [](const Entry& a, const Entry& b) { return a.first < b.first; });
  }
}

Repair::Repair(const Instance& instance)
    : instance_(instance), index_(instance), initial_weights_(instance.items.size()) {}

/// Sets the initial weight of every item, the cost of ejecting it. Large and long-lived items are
/// hard to place again, so their weights are higher. Successive attempts weigh size and lifetime
/// differently.
void Repair::weigh(std::int32_t attempt) {
  struct Exponents {
    double size, length;
  };
  constexpr std::array<Exponents, 3> exponents = {{{0.5, 0.25}, {0.25, 0.5}, {1, 0.5}}};
  const Exponents& chosen = at(exponents, attempt % 3);
  for (std::size_t i = 0; i < initial_weights_.size(); ++i) {
    const Item& item = instance_.items[i];
    const auto length = static_cast<double>(item.end_section - item.first_section);
    initial_weights_[i] =
        1 + static_cast<std::int64_t>(std::pow(static_cast<double>(item.size), chosen.size) *
                                      std::pow(length, chosen.length));
  }
  weights_ = initial_weights_;
  lowest_gaps_ = attempt % 2 == 1;
}

std::uint64_t Repair::draw() {
  random_ ^= random_ << 13U;
  random_ ^= random_ >> 7U;
  random_ ^= random_ << 17U;
  return random_;
}

Bytes Repair::top_for(const Item& item) const {
  return goal_.capacity + (goal_.padding_may_stick_out ? item.padding : 0);
}

void Repair::start(const std::vector<Bytes>& offsets) {
  offsets_ = offsets;
  random_ = 88172645463325252U;
  waiting_.clear();
  for (std::size_t i = 0; i < offsets_.size(); ++i) {
    const Item& item = instance_.items[i];
    if (offsets_[i] + item.size <= top_for(item)) continue;
    offsets_[i] = waits;
    waiting_.push_back(static_cast<std::int32_t>(i));
  }
  sort_waiting(0);
}

/// Sorts the waiting items from index `from` on by their initial weights, ascending. The last item,
/// with the largest initial weight, is placed next.
void Repair::sort_waiting(std::size_t from) {
  std::stable_sort(waiting_.begin() + static_cast<std::ptrdiff_t>(from), waiting_.end(),
                   [&](std::int32_t a, std::int32_t b) {
                     return at(initial_weights_, a) < at(initial_weights_, b);
                   });
}

bool Repair::reach(std::vector<Bytes>& offsets, const RepairGoal& goal, Effort& effort) {
  goal_ = goal;
  weigh(goal.attempt);
  start(offsets);
  while (!waiting_.empty()) {
    work_ = 0;
    const std::int32_t item = waiting_.back();
    waiting_.pop_back();
    gather(item);
    const Bytes gap = find_gap(at(instance_.items, item));
    if (gap >= 0) {
      at(offsets_, item) = gap;
    } else {
      force_in(item);
    }
    if (!effort.spend(work_)) return false;
  }
  offsets = offsets_;
  return true;
}

void Repair::gather(std::int32_t item) {
  const Item& here = at(instance_.items, item);
  blocks_.clear();
  work_ += 8;
  index_.each_overlapping(here.first_section, here.end_section, [&](std::int32_t other) {
    ++work_;
    const Bytes offset = at(offsets_, other);
    if (offset == waits) return;
    blocks_.push_back({offset, offset + at(instance_.items, other).size, other});
  });
  std::sort(blocks_.begin(), blocks_.end(), [](const Block& a, const Block& b) {
    return a.begin != b.begin ? a.begin < b.begin : a.item < b.item;
  });
  work_ += static_cast<std::int64_t>(blocks_.size()) * 4;
}

/// Returns an offset in a gap that holds the item: in the lowest gap if lowest_gaps_ is set,
/// otherwise in the smallest. -1 = no gap is large enough.
Bytes Repair::find_gap(const Item& item) const {
  Bytes best = -1;
  Bytes least_left = std::numeric_limits<Bytes>::max();
  Bytes address = 0;
  const auto consider = [&](Bytes top) {
    const Bytes left = top - address - item.size;
    if (left < 0 || left >= least_left) return;
    if (lowest_gaps_ && best >= 0) return;
    least_left = left;
    best = address;
  };
  for (const Block& block : blocks_) {
    consider(block.begin);
    if (block.end > address) address = round_up(block.end, item.alignment);
  }
  consider(top_for(item));
  return best;
}

void Repair::sum_weights() {
  by_end_ = blocks_;
  std::sort(by_end_.begin(), by_end_.end(), [](const Block& a, const Block& b) {
    return a.end != b.end ? a.end < b.end : a.item < b.item;
  });
  const auto sum = [&](const std::vector<Block>& blocks, std::vector<std::int64_t>& sums) {
    sums.assign(1, 0);
    for (const Block& block : blocks) sums.push_back(sums.back() + at(weights_, block.item));
  };
  sum(blocks_, weight_of_begins_);
  sum(by_end_, weight_of_ends_);
  work_ += static_cast<std::int64_t>(blocks_.size()) * 6;
}

/// Returns the offset at which the items that must be ejected have the smallest total weight. The
/// candidates are the bottom, the top, and the offsets at which the item is directly above or below
/// another item.
Bytes Repair::cheapest_place(const Item& item) {
  sum_weights();
  const Bytes highest = (top_for(item) - item.size) / item.alignment * item.alignment;
  Bytes best = 0;
  std::int64_t least = std::numeric_limits<std::int64_t>::max();
  std::uint64_t ties = 0;
  std::size_t begun = 0;
  std::size_t ended = 0;
  // Compares `offset` with the best offset so far. `weight` is the total weight of the blocks that
  // overlap the item at this offset. Successive calls must have ascending offsets.
  const auto consider = [&](Bytes offset) {
    while (begun < blocks_.size() && blocks_[begun].begin < offset + item.size) ++begun;
    while (ended < by_end_.size() && by_end_[ended].end <= offset) ++ended;
    const std::int64_t weight = weight_of_begins_[begun] - weight_of_ends_[ended];
    if (weight > least) return;
    ties = weight < least ? 1 : ties + 1;
    if (ties > 1 && draw() % ties != 0) return;
    least = weight;
    best = offset;
  };
  consider(0);
  for (const Block& block : by_end_) {
    const Bytes offset = round_up(block.end, item.alignment);
    if (offset <= highest) consider(offset);
  }
  begun = ended = 0;
  for (const Block& block : blocks_) {
    const Bytes offset = (block.begin - item.size) / item.alignment * item.alignment;
    if (offset >= 0 && offset <= highest) consider(offset);
  }
  consider(highest);
  return best;
}

void Repair::eject(const Item& item, Bytes offset) {
  const std::size_t before = waiting_.size();
  for (const Block& block : blocks_) {
    if (block.begin >= offset + item.size || block.end <= offset) continue;
    at(offsets_, block.item) = waits;
    waiting_.push_back(block.item);
  }
  sort_waiting(before);
}

void Repair::force_in(std::int32_t item) {
  at(weights_, item) += at(initial_weights_, item);
  const Item& here = at(instance_.items, item);
  const Bytes offset = cheapest_place(here);
  eject(here, offset);
  at(offsets_, item) = offset;
}

}  // namespace spillway::exact
