// SPDX-License-Identifier: Apache-2.0
#include "sim/accounts/slice_log.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace spillway::sim {
namespace {

constexpr Picoseconds first_gap = 1000;

}  // namespace

void SliceLog::add(const TraceSlice& slice) {
  if (slice.end <= slice.start) return;
  Lane& lane = lane_of(slice);
  append(lane, slice);
  while (lane.slices.size() > limit_) widen(lane);
}

SliceLog::Lane& SliceLog::lane_of(const TraceSlice& slice) {
  for (Lane& lane : lanes_) {
    if (lane.track == slice.track && lane.index == slice.lane) return lane;
  }
  lanes_.push_back({slice.track, slice.lane, 0, {}});
  return lanes_.back();
}

void SliceLog::append(Lane& lane, const TraceSlice& slice) {
  if (!lane.slices.empty()) {
    TraceSlice& last = lane.slices.back();
    const bool close = last.operator_index == slice.operator_index
                           ? slice.start - last.end <= lane.gap
                           : slice.end - last.start <= lane.gap;
    if (close) {
      if (slice.busy > last.busy) last.operator_index = slice.operator_index;
      last.end = slice.end;
      last.busy += slice.busy;
      return;
    }
  }
  lane.slices.push_back(slice);
}

void SliceLog::widen(Lane& lane) {
  lane.gap = std::max(first_gap, lane.gap * 2);
  const std::vector<TraceSlice> slices = std::exchange(lane.slices, {});
  for (const TraceSlice& slice : slices) append(lane, slice);
}

std::vector<TraceSlice> SliceLog::slices() const {
  std::vector<TraceSlice> all;
  for (const Lane& lane : lanes_) all.insert(all.end(), lane.slices.begin(), lane.slices.end());
  std::sort(all.begin(), all.end(), [](const TraceSlice& a, const TraceSlice& b) {
    return std::tie(a.track, a.lane, a.start) < std::tie(b.track, b.lane, b.start);
  });
  return all;
}

}  // namespace spillway::sim
