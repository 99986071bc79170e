// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <vector>

#include "hwmodels/program.h"
#include "traces/timing.h"

namespace spillway::sim {

/// A track by its place in Timing::engines: those of the engines, in their order, then the ports.
enum class Track : std::uint16_t {};

inline Track track_after(Track first, std::size_t tracks) {
  return static_cast<Track>(static_cast<std::size_t>(first) + tracks);
}

/// When engines and ports were at work, for traces. Each lane of a track gets its slices in order
/// of time. Slices of one operator that follow each other without a gap are one; a lane that grows
/// long merges across gaps too, and slices of several operators (to the one with most time) that
/// end within the same gap, twice as wide each time, so that a run of any length has a bounded
/// number. A merged slice keeps the time that was busy.
class SliceLog {
 public:
  explicit SliceLog(std::size_t max_slices_per_lane = 32768) : limit_(max_slices_per_lane) {}

  void clear() { lanes_.clear(); }

  void add(Track track, std::size_t lane, OperatorIndex op, Picoseconds start, Picoseconds end) {
    add({static_cast<std::uint16_t>(track), static_cast<std::uint16_t>(lane), op, start, end,
         end - start});
  }
  /// Nothing when it is empty.
  void add(const TraceSlice& slice);

  /// All slices by track, lane and start.
  std::vector<TraceSlice> slices() const;

 private:
  struct Lane {
    std::uint16_t track = 0;
    std::uint16_t index = 0;
    Picoseconds gap = 0;  // that is merged across
    std::vector<TraceSlice> slices;
  };

  Lane& lane_of(const TraceSlice& slice);
  static void append(Lane& lane, const TraceSlice& slice);
  static void widen(Lane& lane);

  std::size_t limit_;
  std::vector<Lane> lanes_;  // few: found by looking
};

}  // namespace spillway::sim
