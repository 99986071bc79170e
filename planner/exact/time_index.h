// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "planner/exact/instance.h"

namespace spillway::exact {

/// Finds the items whose lifetimes overlap an interval of sections. The memory of the index is
/// proportional to the number of items. Items with lengths between two powers of two form a level
/// and are sorted by their first section, so the items of a level that overlap an interval are
/// close together.
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

}  // namespace spillway::exact
