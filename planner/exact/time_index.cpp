// SPDX-License-Identifier: Apache-2.0
#include "planner/exact/time_index.h"

#include "base/index.h"

namespace spillway::exact {
namespace {

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

}  // namespace spillway::exact
