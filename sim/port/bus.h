// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>

#include "hwmodels/target/target.h"
#include "sim/kernel/saved_state.h"
#include "sim/port/burst_cursor.h"

namespace spillway::sim {

/// A burst as the bus moves it, in whole beats: the first and the last beat may carry bytes that
/// were not requested. Time, bandwidth profiles, totals and energy count whole beats.
struct OnBus {
  Address address = 0;  // of the first beat
  std::int32_t bytes = 0;
  // The number of beats; 0 if the port has no beats (PortSpec::beat_bytes), so that bursts take no
  // time.
  std::int64_t beats = 0;
  // The time for which the burst occupies its channel.
  Picoseconds time = 0;
};

/// The channels of a port: one for reads and writes, or one for each of them. A channel may consist
/// of several parallel buses; a burst takes the one that is free first. The bus knows how long a
/// burst takes and until when each channel is busy.
class Bus {
 public:
  /// Puts the bus into its state at the begin of a run.
  void reset(const PortSpec& spec);

  /// Returns the beats that carry `bytes` from `address` on.
  OnBus burst(Address address, std::int32_t bytes) const;
  OnBus burst(const BurstCursor& cursor) const { return burst(cursor.address(), cursor.bytes()); }
  /// Returns the duration of one beat, rounded down to picoseconds; 0 if bursts take no time.
  Picoseconds beat_time() const { return beat_time_[1]; }
  /// Returns the beats of `bytes` on each of the parallel buses, rounded down. Requires beats.
  Bytes whole_beats(Bytes bytes) const {
    return (shift_ >= 0 ? bytes >> shift_ : bytes / beat_bytes_) / count_;
  }

  std::size_t channel_of(bool write) const { return separate_channels_ && write ? 1 : 0; }
  /// Returns the time from which at least one bus of the channel is free.
  Picoseconds free_from(std::size_t channel) const { return free_from_[channel]; }
  /// Returns the number of the bus on which the next burst of this channel moves, counted over all
  /// channels.
  std::size_t lane(std::size_t channel) const {
    return channel * static_cast<std::size_t>(count_) + first_free(channel);
  }
  /// Occupies the bus of a channel that is free first, for one burst. Bursts of a channel must come
  /// in the order of their times.
  void take(std::size_t channel, Picoseconds time, Picoseconds duration);
  /// Returns the end of the burst that took a bus last.
  Picoseconds last_end() const { return last_end_; }

  /// Returns the time for which the buses moved bursts, averaged over parallel buses.
  Picoseconds busy() const { return busy_; }
  /// Adds bursts that moved back to back, one directly after the other, to busy().
  void add_busy(Picoseconds duration) { busy_ += duration; }

  void save_in(SavedState& state) { state.save(free_, free_from_, last_end_, busy_); }

 private:
  std::size_t first_free(std::size_t channel) const;

  std::int32_t beat_bytes_ = 0;
  int shift_ = -1;  // the logarithm of beat_bytes_ to base 2; -1 = it is no power of two
  std::int32_t count_ = 1;
  bool separate_channels_ = false;
  ClockDomain clock_;
  std::array<Picoseconds, 257> beat_time_{};  // element n is the duration of n beats

  using Lanes = std::array<Picoseconds, most_ports_side_by_side>;
  // For each channel and each of its buses: the end of its last burst.
  std::array<Lanes, 2> free_{};
  std::array<Picoseconds, 2> free_from_{};
  Picoseconds last_end_ = 0;
  Picoseconds busy_ = 0;
};

inline OnBus Bus::burst(Address address, std::int32_t bytes) const {
  if (beat_bytes_ <= 0) return {address, bytes, 0, 0};
  const auto beat = static_cast<Address>(beat_bytes_);
  const Address end = address + static_cast<Address>(bytes) + beat - 1;
  const Address first = shift_ >= 0 ? address >> shift_ : address / beat;
  const Address beats = (shift_ >= 0 ? end >> shift_ : end / beat) - first;
  return {
      first * beat, static_cast<std::int32_t>(beats * beat), static_cast<std::int64_t>(beats),
      beats < beat_time_.size() ? beat_time_[beats] : clock_.to_time(static_cast<Cycles>(beats))};
}

inline std::size_t Bus::first_free(std::size_t channel) const {
  const Lanes& lanes = free_[channel];
  return static_cast<std::size_t>(std::min_element(lanes.begin(), lanes.begin() + count_) -
                                  lanes.begin());
}

inline void Bus::take(std::size_t channel, Picoseconds time, Picoseconds duration) {
  last_end_ = time + duration;
  if (count_ == 1) {
    busy_ += duration;
    free_from_[channel] = free_[channel][0] = last_end_;
    return;
  }
  busy_ += duration / count_;
  free_[channel][first_free(channel)] = last_end_;
  // Grants of parallel buses are in order of time: no grant is earlier than the previous one.
  free_from_[channel] = std::max(time, free_[channel][first_free(channel)]);
}

}  // namespace spillway::sim
