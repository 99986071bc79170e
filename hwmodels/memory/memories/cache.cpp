// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/memory/memories/cache.h"

#include <algorithm>

#include "base/power_of_two.h"

namespace spillway {

Cache::Cache(const CacheParameters& p)
    : parameters_(p),
      line_shift_(log2_of(p.line_bytes)),
      ways_(static_cast<std::size_t>(p.ways > 0 ? p.ways : p.lines)),
      set_mask_(static_cast<std::size_t>(p.lines) / ways_ - 1),
      tree_(p.replacement == CacheParameters::Replacement::pseudo_lru),
      numbers_(static_cast<std::size_t>(p.lines), empty),
      dirty_(static_cast<std::size_t>(p.lines), 0),
      used_(static_cast<std::size_t>(p.lines), 0),
      filled_(static_cast<std::size_t>(p.lines) / ways_, 0),
      trees_(static_cast<std::size_t>(p.lines) / ways_, 0) {
  for (std::size_t way = 0; tree_ && way < ways_; ++way) {
    std::uint64_t left = 0, right = 0;
    for (std::size_t node = way + ways_; node > 1; node /= 2) {
      const std::uint64_t bit = std::uint64_t{1} << (node / 2);
      ((node & 1U) != 0 ? left : right) |= bit;
    }
    turned_left_.push_back(left);
    turned_right_.push_back(right);
  }
  if (!tree_ || ways_ > most_stepped_ways) return;
  for (std::uint64_t tree = 0; tree < std::uint64_t{1} << ways_; ++tree) {
    std::size_t node = 1;
    while (node < ways_) node = 2 * node + (tree >> node & 1U);
    const std::size_t way = node - ways_;
    misses_.push_back(
        {static_cast<std::uint8_t>(way),
         static_cast<std::uint8_t>((tree & ~turned_left_[way]) | turned_right_[way])});
    orders_.emplace_back();
    for (std::size_t i = 0; i < ways_; ++i) {
      // The binary digits of i describe a path through the pseudo-LRU tree. At each node, the digit
      // 0 follows the direction of the node's bit, and the digit 1 takes the opposite branch.
      std::size_t at = 1;
      for (std::size_t half = ways_ / 2; half > 0; half /= 2) {
        at = 2 * at + ((tree >> at & 1U) ^ ((i & half) != 0 ? 1U : 0U));
      }
      orders_.back()[i] = static_cast<std::uint8_t>(at - ways_);
    }
  }
}

void Cache::reset() {
  std::fill(numbers_.begin(), numbers_.end(), empty);
  std::fill(dirty_.begin(), dirty_.end(), 0);
  std::fill(used_.begin(), used_.end(), 0);
  std::fill(filled_.begin(), filled_.end(), 0);
  std::fill(trees_.begin(), trees_.end(), 0);
  touches_ = 0;
}

/// Returns the way that the next miss of a set replaces: an empty way if the set has one.
/// Otherwise, with LRU, this is the way that was used longest ago; with pseudo-LRU, it is the way
/// to which the bits of the tree lead.
std::size_t Cache::victim_way(std::size_t set) const {
  if (filled_[set] < ways_) return filled_[set];
  if (!tree_) {
    const auto first = used_.begin() + static_cast<std::ptrdiff_t>(set * ways_);
    return static_cast<std::size_t>(
        std::min_element(first, first + static_cast<std::ptrdiff_t>(ways_)) - first);
  }
  std::size_t node = 1;
  while (node < ways_) node = 2 * node + (trees_[set] >> node & 1U);
  return node - ways_;
}

LineMoves Cache::replace(std::size_t set, Address number, bool write) {
  if (misses_.empty() || filled_[set] < ways_) {
    const std::size_t way = victim_way(set);
    if (filled_[set] < ways_) ++filled_[set];
    mark_used(set, way);
    return put(set * ways_ + way, number, write);
  }
  const Miss miss = misses_[trees_[set]];
  trees_[set] = miss.tree;
  return put(set * ways_ + miss.way, number, write);
}

LineMoves Cache::put(std::size_t line, Address number, bool write) {
  const LineMoves moves{!(write && parameters_.write_validate), dirty_[line] != 0,
                        numbers_[line] << line_shift_};
  numbers_[line] = number;
  dirty_[line] = write ? 1 : 0;
  return moves;
}

std::int32_t Cache::read_missing(Address address, std::int32_t count) {
  if (set_mask_ != 0) return 0;
  const Address first = address >> line_shift_;
  auto missing = static_cast<Address>(count);
  for (const Address number : numbers_) missing = std::min(missing, number - first);
  std::int32_t read = 0;
  for (; read < static_cast<std::int32_t>(missing); ++read) {
    const std::size_t way = victim_way(0);
    if (dirty_[way] != 0) break;
    if (filled_[0] < ways_) ++filled_[0];
    numbers_[way] = first + static_cast<Address>(read);
    mark_used(0, way);
  }
  return read;
}

Cache::State Cache::state() const {
  State state;
  const auto& order = orders_[trees_[0]];
  for (std::size_t i = 0; i < ways_; ++i) {
    state.lines[i] = numbers_[order[i]] << line_shift_;
    state.dirty[i] = dirty_[order[i]];
  }
  return state;
}

void Cache::rename(const std::array<Address, 8>& lines) {
  const auto& order = orders_[trees_[0]];
  for (std::size_t i = 0; i < ways_; ++i) numbers_[order[i]] = lines[i] >> line_shift_;
}

MoveCount Cache::touch(Address address, std::int32_t bytes, bool write) {
  MoveCount count;
  const Address last = (address + static_cast<Address>(bytes) - 1) >> line_shift_;
  for (Address number = address >> line_shift_; number <= last; ++number) {
    const LineMoves moves = touch_line(number << line_shift_, write);
    count.fills += moves.fill ? 1 : 0;
    count.evictions += moves.evict ? 1 : 0;
  }
  return count;
}

std::int64_t Cache::flush() {
  const auto dirty = std::count(dirty_.begin(), dirty_.end(), 1);
  reset();
  return dirty;
}

}  // namespace spillway
