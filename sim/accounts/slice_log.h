// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <vector>

#include "hwmodels/program.h"
#include "traces/timing.h"

namespace spillway::sim {

/// The index of a track in Timing::engines: first the tracks of the engines, in the engines' order,
/// then one track per port.
enum class Track : std::uint16_t {};

inline Track track_after(Track first, std::size_t tracks) {
  return static_cast<Track>(static_cast<std::size_t>(first) + tracks);
}

/// Records slices, the intervals in which engines and ports were busy, for traces. A track (a
/// port, or a part of an engine) has several lanes if it can do several things at once. Each lane
/// gets its slices in order of time. Adjacent slices of one operator are merged.
///
/// To limit the number of slices, a lane with too many slices also merges slices across gaps, at
/// first across short gaps. A merged slice belongs to the operator of that one of its two slices
/// that was busy longer, and keeps the sum of the busy times.
class SliceLog {
 public:
  explicit SliceLog(std::size_t max_slices_per_lane = 32768) : limit_(max_slices_per_lane) {}

  void clear() { lanes_.clear(); }

  void add(Track track, std::size_t lane, OperatorIndex op, Picoseconds start, Picoseconds end) {
    add({static_cast<std::uint16_t>(track), static_cast<std::uint16_t>(lane), op, start, end,
         end - start});
  }
  /// Records a slice. Ignores slices without duration.
  void add(const TraceSlice& slice);

  /// Returns all slices, sorted by track, lane and start.
  std::vector<TraceSlice> slices() const;

 private:
  struct Lane {
    std::uint16_t track = 0;
    std::uint16_t index = 0;
    Picoseconds gap = 0;  // longest merged gap, or longest merged slice of two operators (append())
    std::vector<TraceSlice> slices;
  };

  Lane& lane_of(const TraceSlice& slice);
  static void append(Lane& lane, const TraceSlice& slice);
  static void widen(Lane& lane);

  std::size_t limit_;
  // The lanes are searched one by one; there are so few of them that this is fast enough.
  std::vector<Lane> lanes_;
};

}  // namespace spillway::sim
