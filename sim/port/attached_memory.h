// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <type_traits>
#include <vector>

#include "hwmodels/memory/memories/latency_bandwidth.h"
#include "hwmodels/memory/memories/timing_adapter.h"
#include "hwmodels/memory/traffic_trace.h"
#include "sim/memory/bandwidth_profile.h"
#include "sim/memory/memory_target.h"
#include "sim/port/outstanding_window.h"
#include "sim/port/request.h"

namespace spillway::sim {

/// Serves a burst that keeps within the memory's limits of outstanding bursts: does the work of
/// MemoryTiming::submit() and MemoryTiming::complete_one() in one step. `beats` is the number of
/// words of the burst; only timing adapters use this number.
[[gnu::always_inline]] inline Completion serve_burst(LatencyBandwidthMemory& memory,
                                                     const Burst& burst, std::int64_t /*beats*/) {
  return memory.serve_within_limits(burst);
}
[[gnu::always_inline]] inline Completion serve_burst(TimingAdapterMemory& memory,
                                                     const Burst& burst, std::int64_t beats) {
  return memory.serve_within_limits(burst.write, beats, burst.arrival);
}
inline Completion serve_burst(MemoryTiming& memory, const Burst& burst, std::int64_t /*beats*/) {
  return memory.serve_at_once(burst);
}

/// Returns the time from a grant until the memory can take the burst. A timing adapter takes bursts
/// at the beginnings of its cycles, but a port may also grant bursts during a cycle.
inline Picoseconds wait_for_cycle(const TimingAdapterMemory& memory, Picoseconds grant) {
  return memory.next_cycle(grant) - grant;
}
inline Picoseconds wait_for_cycle(const MemoryTiming& /*memory*/, Picoseconds /*grant*/) {
  return 0;
}

/// A memory behind a port: its limits of outstanding bursts, and the totals of what was moved.
struct AttachedMemory {
  struct InFlight {
    Request* request = nullptr;
    // Requested bytes.
    std::int32_t bytes = 0;
    // The bytes that the port moves for the burst: all bytes of its beats.
    std::int32_t moved = 0;
    bool write = false;
    // The time at which the port has moved the whole burst.
    Picoseconds through = 0;
  };

  MemoryTarget* target = nullptr;
  // The memory's model under its own type, for calls without virtual functions. A pointer is null
  // if the model has another type, or if the memory enforces its limits itself because they exceed
  // OutstandingWindow::largest. `adapter` is also null if the model consists of several adapters.
  LatencyBandwidthMemory* rate = nullptr;
  TimingAdapterMemory* adapter = nullptr;
  bool reorders = false;
  std::array<OutstandingWindow, 2> ways;  // limits for reads and for writes
  OutstandingWindow both;                 // limit for reads and writes together
  std::vector<InFlight> in_flight;        // bursts by tag; only for memories that reorder
  std::vector<std::uint32_t> free_tags;

  std::vector<TrafficRecord>* traffic = nullptr;  // records every burst, if not null
  BandwidthProfile profile;
  std::array<Traffic, 2> totals;  // index 0: reads, index 1: writes
  std::int64_t bursts = 0;
  // The time before busy_until in which the memory moved no data.
  Picoseconds idle = 0;
  Picoseconds busy_until = 0;

  void count(bool write, const Traffic& more) { totals[write ? 1 : 0] += more; }

  OutstandingWindow& way(bool write) { return ways[write ? 1 : 0]; }
  const OutstandingWindow& way(bool write) const { return ways[write ? 1 : 0]; }

  Picoseconds busy() const { return busy_until - idle; }

  /// Returns the earliest time at which the memory's limits permit the next burst; `never` = not
  /// known yet.
  Picoseconds next(bool write) const { return next_[write ? 1 : 0]; }
  /// Notes that a burst has been granted.
  void submitted(bool write) {
    if (!limited_) return;
    both.submit();
    way(write).submit();
    permit_next();
  }
  /// Notes the completion of a burst. `done` is the time at which both the memory and the port have
  /// moved the burst, so it may be later than `completion.done`.
  void completed(bool write, const Completion& completion, Picoseconds done, Bytes bytes) {
    if (limited_) {
      const Picoseconds left = std::max(completion.left, done);
      both.complete(left);
      way(write).complete(left);
      permit_next();
    }
    occupy(completion.first_data, done);
    profile.add(completion.first_data, done, bytes);
  }
  /// Does the work of submitted() and completed() for a burst whose completion is known at its
  /// grant, but does not add the bytes to the bandwidth profile. `places` must be way(write), the
  /// window of outstanding requests of this direction.
  [[gnu::always_inline]] void pass(OutstandingWindow& places, bool write,
                                   const Completion& completion, Picoseconds done) {
    const Picoseconds left = std::max(completion.left, done);
    const Picoseconds next = places.move(left);
    if (both.limited()) {
      both.move(left);
      permit_next();
    } else {
      next_[write ? 1 : 0] = next;
    }
    occupy(completion.first_data, done);
  }

  /// Does the same as pass(), for a caller that has already counted the burst in the window of its
  /// direction. `next` is the earliest time at which this window permits the next burst. Requires
  /// that reads and writes have no common limit.
  [[gnu::always_inline]] void pass_row(bool write, Picoseconds next, Picoseconds first_data,
                                       Picoseconds done) {
    next_[write ? 1 : 0] = next;
    occupy(first_data, done);
  }

  /// Returns the memory's model with its own type, so that the most frequent kinds of memories are
  /// called without virtual calls.
  template <typename Memory>
  Memory& model() const {
    if constexpr (std::is_same_v<Memory, LatencyBandwidthMemory>) {
      return *rate;
    } else if constexpr (std::is_same_v<Memory, TimingAdapterMemory>) {
      return *adapter;
    } else {
      return target->timing();
    }
  }

  /// Returns a time that every read takes at least, from its grant to its last byte; 0 if no such
  /// time is known.
  Picoseconds least_read_latency() const {
    if (rate != nullptr) return rate->read_latency();
    return adapter != nullptr ? adapter->read_latency() : 0;
  }

  /// Attaches `memory` for a run and puts this object into its reset state.
  void attach(MemoryTarget& memory);
  /// Lets this object refer to another memory of the same kind and state, keeping all counts.
  void point_at(MemoryTarget& memory);

 private:
  bool limited_ = false;  // whether the memory limits its outstanding bursts
  // The results of next() for reads and for writes.
  std::array<Picoseconds, 2> next_{};

  void permit_next() {
    next_ = {std::max(both.next(), ways[0].next()), std::max(both.next(), ways[1].next())};
  }

  void occupy(Picoseconds first_data, Picoseconds done) {
    const Picoseconds busy_to = std::max(busy_until, done);
    if (first_data > busy_until) idle += std::min(first_data, busy_to) - busy_until;
    busy_until = busy_to;
  }
};

}  // namespace spillway::sim
