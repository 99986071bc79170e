// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/memory/memories/cache.h"

#include <algorithm>

namespace spillway {
namespace {

int log2_of(std::int32_t power_of_two) {
  int shift = 0;
  while ((std::int32_t{1} << shift) < power_of_two) ++shift;
  return shift;
}

}  // namespace

Cache::Cache(const CacheParameters& p)
    : parameters_(p),
      line_shift_(log2_of(p.line_bytes)),
      ways_(static_cast<std::size_t>(p.ways > 0 ? p.ways : p.lines)),
      set_mask_(static_cast<std::size_t>(p.lines) / ways_ - 1),
      lines_(static_cast<std::size_t>(p.lines)),
      trees_(static_cast<std::size_t>(p.lines) / ways_) {}

void Cache::reset() {
  std::fill(lines_.begin(), lines_.end(), Line{});
  std::fill(trees_.begin(), trees_.end(), 0);
  touches_ = 0;
}

/// An empty way first; else the way that was used longest ago, or the one that the tree points at.
std::size_t Cache::victim_way(std::size_t set) const {
  const Line* lines = &lines_[set * ways_];
  std::size_t oldest = 0;
  for (std::size_t way = 0; way < ways_; ++way) {
    if (lines[way].used < lines[oldest].used) oldest = way;
  }
  const bool full = lines[oldest].used > 0;
  if (!full || parameters_.replacement == CacheParameters::Replacement::lru) return oldest;
  std::size_t node = 1;
  while (node < ways_) node = 2 * node + (trees_[set] >> node & 1U);
  return node - ways_;
}

/// Points every node on the way to the line away from it.
void Cache::mark_used(std::size_t set, std::size_t way) {
  lines_[set * ways_ + way].used = ++touches_;
  if (parameters_.replacement == CacheParameters::Replacement::lru) return;
  for (std::size_t node = way + ways_; node > 1; node /= 2) {
    const std::uint64_t bit = std::uint64_t{1} << (node / 2);
    const bool is_right = (node & 1U) != 0;
    trees_[set] = is_right ? trees_[set] & ~bit : trees_[set] | bit;
  }
}

LineMoves Cache::touch_line(Address address, bool write) {
  const Address number = address >> line_shift_;
  const auto set = static_cast<std::size_t>(number & set_mask_);
  Line* lines = &lines_[set * ways_];
  for (std::size_t way = 0; way < ways_; ++way) {
    if (lines[way].number != number || lines[way].used == 0) continue;
    lines[way].dirty |= write;
    mark_used(set, way);
    return {};
  }
  const std::size_t way = victim_way(set);
  Line& line = lines[way];
  const LineMoves moves{!(write && parameters_.write_validate), line.dirty,
                        line.number << line_shift_};
  line.number = number;
  line.dirty = write;
  mark_used(set, way);
  return moves;
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
  const auto dirty =
      std::count_if(lines_.begin(), lines_.end(), [](const Line& line) { return line.dirty; });
  reset();
  return dirty;
}

}  // namespace spillway
