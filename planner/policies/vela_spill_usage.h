// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "planner/policies/vela_spill.h"

namespace spillway::vela {

constexpr std::size_t max_exhaustive_items = 20;  // maximum number of ranges in a component
// drop_very_long() does not evict ranges of at most this number of steps.
constexpr TimeStep max_exhaustive_life_range = 20;

/// Half-open range of sample points during which a live range exists.
struct PointSpan {
  std::size_t first = 0;
  std::size_t last = 0;
};

/// The steps at which ranges start. Memory use can increase only at these steps, so sampling these
/// steps gives the same maxima as sampling every step.
class SamplePoints {
 public:
  explicit SamplePoints(const std::vector<SpillRange>& ranges);

  PointSpan span(const SpillRange& range) const;
  std::size_t count() const { return starts_.size(); }

 private:
  std::vector<TimeStep> starts_;
};

/// Bytes in fast storage at each sample point.
class Usage {
 public:
  explicit Usage(std::size_t points) : bytes_(points, 0) {}

  void add(const PointSpan& span, Bytes size);
  Bytes peak(const PointSpan& span) const;
  Bytes peak() const { return peak({0, bytes_.size()}); }

 private:
  std::vector<Bytes> bytes_;
};

/// Returns the indices in `competing`, stably sorted by (start, end, size).
std::vector<std::size_t> in_search_order(const std::vector<SpillRange>& ranges,
                                         std::vector<std::size_t> competing);

/// Divides the sorted ranges into groups. A group has no gap in time and at most
/// max_exhaustive_items members.
std::vector<std::vector<std::size_t>> components(const std::vector<SpillRange>& ranges,
                                                 const std::vector<std::size_t>& sorted);

}  // namespace spillway::vela
