// SPDX-License-Identifier: Apache-2.0
#include "planner/policies/vela_spill_usage.h"

#include <algorithm>
#include <tuple>

namespace spillway::vela {

SamplePoints::SamplePoints(const std::vector<SpillRange>& ranges) {
  for (const SpillRange& range : ranges) {
    starts_.push_back(range.start);
  }
  std::sort(starts_.begin(), starts_.end());
  starts_.erase(std::unique(starts_.begin(), starts_.end()), starts_.end());
}

PointSpan SamplePoints::span(const SpillRange& range) const {
  const auto first = std::lower_bound(starts_.begin(), starts_.end(), range.start);
  const auto last = std::upper_bound(first, starts_.end(), range.end);
  return {static_cast<std::size_t>(first - starts_.begin()),
          static_cast<std::size_t>(last - starts_.begin())};
}

void Usage::add(const PointSpan& span, Bytes size) {
  for (std::size_t point = span.first; point < span.last; ++point) {
    bytes_[point] += size;
  }
}

Bytes Usage::peak(const PointSpan& span) const {
  Bytes peak = 0;
  for (std::size_t point = span.first; point < span.last; ++point) {
    peak = std::max(peak, bytes_[point]);
  }
  return peak;
}

std::vector<std::size_t> in_search_order(const std::vector<SpillRange>& ranges,
                                         std::vector<std::size_t> competing) {
  const auto key = [&](std::size_t i) {
    return std::make_tuple(ranges[i].start, ranges[i].end, ranges[i].size);
  };
  std::stable_sort(competing.begin(), competing.end(),
                   [&](std::size_t a, std::size_t b) { return key(a) < key(b); });
  return competing;
}

std::vector<std::vector<std::size_t>> components(const std::vector<SpillRange>& ranges,
                                                 const std::vector<std::size_t>& sorted) {
  std::vector<std::vector<std::size_t>> groups;
  TimeStep running_end = 0;
  for (const std::size_t i : sorted) {
    const bool joins = !groups.empty() && ranges[i].start <= running_end &&
                       groups.back().size() < max_exhaustive_items;
    if (!joins) {
      groups.emplace_back();
      running_end = ranges[i].end;
    }
    groups.back().push_back(i);
    running_end = std::max(running_end, ranges[i].end);
  }
  return groups;
}

}  // namespace spillway::vela
