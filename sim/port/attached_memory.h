// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <type_traits>
#include <vector>

#include "hwmodels/memory/dram/dram_memory.h"
#include "hwmodels/memory/memories/latency_bandwidth.h"
#include "hwmodels/memory/memories/timing_adapter.h"
#include "hwmodels/memory/traffic_trace.h"
#include "sim/memory/bandwidth_profile.h"
#include "sim/memory/memory_target.h"
#include "sim/port/outstanding_window.h"
#include "sim/port/request.h"

namespace spillway::sim {

/// submit() and complete_one() of a memory for a burst that keeps within its limits; `beats` of a
/// port whose beats are a timing adapter's words.
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

/// From a grant until serve_burst() can take it: a timing adapter's cycles begin when its port's
/// do, but a port may grant bursts between those.
inline Picoseconds wait_for_cycle(const TimingAdapterMemory& memory, Picoseconds grant) {
  return memory.next_cycle(grant) - grant;
}
inline Picoseconds wait_for_cycle(const MemoryTiming& /*memory*/, Picoseconds /*grant*/) {
  return 0;
}

/// A memory as its port sees it: limits of bursts in flight, and what has been moved.
struct AttachedMemory {
  struct InFlight {
    Request* request = nullptr;
    std::int32_t bytes = 0;  // asked for
    std::int32_t moved = 0;  // in whole beats
    bool write = false;
    Picoseconds through = 0;  // the port has moved it
  };

  MemoryTarget* target = nullptr;
  LatencyBandwidthMemory* rate = nullptr;  // what the target holds, if it is one
  TimingAdapterMemory* adapter = nullptr;
  DramMemory* dram = nullptr;
  bool reorders = false;
  std::array<OutstandingWindow, 2> ways;  // reads, writes
  OutstandingWindow both;
  std::vector<InFlight> in_flight;  // by tag; memories that reorder only
  std::vector<std::uint32_t> free_tags;

  std::vector<TrafficRecord>* traffic = nullptr;  // records every burst, when somebody asks
  BandwidthProfile profile;
  std::array<Traffic, 2> totals;  // reads, writes
  std::int64_t bursts = 0;
  Picoseconds idle = 0;  // before busy_until
  Picoseconds busy_until = 0;

  void count(bool write, const Traffic& more) { totals[write ? 1 : 0] += more; }

  OutstandingWindow& way(bool write) { return ways[write ? 1 : 0]; }
  const OutstandingWindow& way(bool write) const { return ways[write ? 1 : 0]; }

  Picoseconds busy() const { return busy_until - idle; }

  bool known(bool write) const { return !limited_ || (both.known() && way(write).known()); }
  Picoseconds ready(bool write) const {
    return limited_ ? std::max(both.ready(), way(write).ready()) : 0;
  }
  /// The same where every burst goes through moved().
  Picoseconds next(bool write) const { return next_[write ? 1 : 0]; }
  void submitted(bool write) {
    if (!limited_) return;
    both.submit();
    way(write).submit();
  }
  /// `done` may be later than the memory says, because the port was not through before.
  void completed(bool write, const Completion& completion, Picoseconds done, Bytes bytes) {
    if (limited_) {
      const Picoseconds left = std::max(completion.left, done);
      both.complete(left);
      way(write).complete(left);
    }
    occupy(completion.first_data, done);
    profile.add(completion.first_data, done, bytes);
  }
  /// submitted() and completed() of a burst that the memory completes at once.
  [[gnu::always_inline]] void moved(bool write, const Completion& completion, Picoseconds done,
                                    Bytes bytes) {
    pass(way(write), write, completion, done);
    profile.add(completion.first_data, done, bytes);
  }
  /// The same without the bandwidth profile; `places` is way(write).
  [[gnu::always_inline]] void pass(OutstandingWindow& places, bool write,
                                   const Completion& completion, Picoseconds done) {
    const Picoseconds left = std::max(completion.left, done);
    const Picoseconds next = places.move(left);
    if (both.limited()) {
      both.move(left);
      next_ = {std::max(both.next(), ways[0].next()), std::max(both.next(), ways[1].next())};
    } else {
      next_[write ? 1 : 0] = next;
    }
    occupy(completion.first_data, done);
  }

  /// The same for a burst, or several one right behind the other, in one direction that have their
  /// places among those in flight; the next one may go at `next`. Requires that there is no limit
  /// for both directions together.
  [[gnu::always_inline]] void pass_row(bool write, Picoseconds next, Picoseconds first_data,
                                       Picoseconds done) {
    next_[write ? 1 : 0] = next;
    occupy(first_data, done);
  }

  /// The memory as a model of that kind: kinds that most targets have are called past the
  /// interface.
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

  /// Of a memory that reorders, as its interface has them.
  [[gnu::always_inline]] bool full() const {
    return dram != nullptr ? dram->pending() >= dram->window() : target->timing().full();
  }
  [[gnu::always_inline]] bool pending() const {
    return (dram != nullptr ? dram->pending() : target->timing().pending()) > 0;
  }
  [[gnu::always_inline]] Picoseconds next_decision() const {
    return dram != nullptr ? dram->next_decision() : target->timing().next_decision();
  }
  void submit(const Burst& burst) const {
    if (dram != nullptr) {
      dram->submit(burst);
    } else {
      target->timing().submit(burst);
    }
  }
  [[gnu::always_inline]] Completion complete_one() const {
    return dram != nullptr ? dram->complete_one() : target->timing().complete_one();
  }

  /// From a burst's grant to its last byte, no read takes less; 0 where that is not known.
  Picoseconds least_read_latency() const {
    if (rate != nullptr) return rate->read_latency();
    return adapter != nullptr ? adapter->read_latency() : 0;
  }

  /// Takes `memory` for a run, in its reset state.
  void attach(MemoryTarget& memory);
  /// Takes another one of its kind in its place, in the same state.
  void point_at(MemoryTarget& memory);

 private:
  bool limited_ = false;               // some window has a limit
  std::array<Picoseconds, 2> next_{};  // of reads and writes

  void occupy(Picoseconds first_data, Picoseconds done) {
    const Picoseconds busy_to = std::max(busy_until, done);
    if (first_data > busy_until) idle += std::min(first_data, busy_to) - busy_until;
    busy_until = busy_to;
  }
};

}  // namespace spillway::sim
