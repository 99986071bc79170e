// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <boost/container/small_vector.hpp>
#include <cstdint>
#include <vector>

#include "hwmodels/memory/memory_timing.h"
#include "hwmodels/program.h"
#include "hwmodels/target/target.h"

namespace spillway::sim {

/// Bytes that go to and from the memories of a target, by who asks for them.
class Load {
 public:
  enum Way : std::uint8_t { maps, weights, scales, dma_read, write_back, dma_write };
  static constexpr std::size_t ways = 6;

  explicit Load(std::size_t memories) : parts_(memories * ways) {}

  bool empty() const {
    return std::all_of(parts_.begin(), parts_.end(),
                       [](const Part& part) { return part.bytes == 0; });
  }
  void add(const Load& more) {
    memories_ |= more.memories_;
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      parts_[i].bytes += more.parts_[i].bytes;
      parts_[i].squares += more.parts_[i].squares;
    }
  }

 private:
  friend class LeastTime;
  struct Part {
    double bytes = 0;
    double squares = 0;  // sum over all bursts, at least
  };

  std::uint32_t memories_ = 0;  // mask of those that have any
  // Of the three memories that most targets have, without room of its own.
  boost::container::small_vector<Part, 3 * ways> parts_;
};

/// What the memories of a target and the ports in front of them take for a load, at least.
class LeastTime {
 public:
  explicit LeastTime(const Target& target);

  Load nothing() const { return Load(paces_.size()); }
  /// Adds a part of the bytes of an access.
  void add(Load& load, const Access& access, Load::Way way) const;
  void add(Load& load, std::uint8_t memory, Load::Way way, double bytes) const;

  /// In picoseconds, from the first burst's grant until the last one is done.
  double of(const Load& load) const;
  /// The same of reads or of writes from when they are asked for until all have been delivered or
  /// acknowledged.
  double until_done(const Load& load) const;
  /// From when the last burst of a write has left until all has been acknowledged.
  double acknowledged(std::uint8_t memory) const {
    const Pace& pace = paces_[memory];
    return std::max(0.0, pace.latency[1] - pace.last_burst);
  }

 private:
  /// A burst holds its place until it has been answered, so that what the bursts of a way take
  /// together is at most what all places offer. In picoseconds.
  struct Places {
    double per_byte = 0;
    double per_square = 0;  // of a byte of a burst in flight, for every other byte of it
  };
  /// Of one memory.
  struct Pace {
    double memory = 0, memory_way = 0;  // per byte in both directions together, and in each
    double port = 0, port_way = 0;
    double port_at_once = 0;  // in picoseconds, as `at_once`
    double at_once = 0;       // that many picoseconds may be saved in a short time
    double refreshed = 0;     // as `memory`, but for `at_once_refreshed`; 0 = not known
    double at_once_refreshed = 0;
    double burst = 0;                 // what it takes a single burst to move, per byte
    std::array<double, 2> latency{};  // of reads and writes, without what it takes to move them
    double last_burst = 0;            // what the last one may take less than its share
    std::array<double, Load::ways> burst_bytes{};
    std::array<Places, Load::ways> places{};
    std::array<double, 2> all{};  // places of all reads and of all writes together, per byte
  };

  /// What a load takes of one memory.
  struct Taken {
    double held = 0;                // places
    double moved = 0;               // and time on the ways
    std::array<double, 2> bytes{};  // read, written
  };
  static Taken taken(const Pace& pace, const Load::Part* parts);

  static Pace pace_of(const Target& target, const MemorySpec& memory);
  static void set_adapter(const TimingAdapterParameters& adapter, std::int32_t burst_bytes,
                          Pace& pace);
  static void set_dram(const DramParameters& dram, Pace& pace);
  static void set_latency(const PortSpec& port, const MemorySpec& memory, std::int32_t burst_bytes,
                          Pace& pace);
  static void set_places(const Target& target, const MemorySpec& memory, const MemoryTiming& model,
                         Pace& pace);

  std::vector<Pace> paces_;
};

}  // namespace spillway::sim
