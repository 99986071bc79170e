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

/// Bytes that are moved to and from the memories of a target, by the kind of request that moves
/// them.
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
    double squares = 0;  // lower bound of the sum, over all bursts, of the square of their bytes
  };

  std::uint32_t memories_ = 0;  // bit mask of the memories with any bytes
  // Inline storage for three memories, as most targets have, to avoid an allocation.
  boost::container::small_vector<Part, 3 * ways> parts_;
};

/// Lower bounds of the time that the memories of a target and their ports need for a load.
class LeastTime {
 public:
  explicit LeastTime(const Target& target);

  Load nothing() const { return Load(paces_.size()); }
  /// Adds bytes of an access, or `bytes`, to a load.
  void add(Load& load, const Access& access, Load::Way way) const;
  void add(Load& load, std::uint8_t memory, Load::Way way, double bytes) const;

  /// From the grant of the first burst until the last burst is done, in picoseconds.
  double of(const Load& load) const;
  /// Like of(), for a load of only reads or only writes, from the request until all bytes have been
  /// delivered or acknowledged.
  double until_done(const Load& load) const;
  /// From the moment at which the last burst of a write has left until all bursts have been
  /// acknowledged.
  double acknowledged(std::uint8_t memory) const {
    const Pace& pace = paces_[memory];
    return std::max(0.0, pace.latency[1] - pace.last_burst);
  }

 private:
  /// The time that bursts occupy their places among the outstanding transactions. A burst holds its
  /// place until it has been answered, so all bursts of a kind together hold at most what all
  /// places offer in the duration of a load. In picoseconds.
  struct Places {
    double per_byte = 0;
    double per_square = 0;  // per byte of a burst in flight, for every other byte of that burst
  };
  /// The rates and latencies of one memory and its port.
  struct Pace {
    // Per byte, for both directions together and for each direction.
    double memory = 0, memory_way = 0;
    double port = 0, port_way = 0;
    double port_at_once = 0;  // like `at_once`, for the port
    double at_once = 0;       // picoseconds by which a short load may be faster than the rate says
    // Like `memory`, with refreshes, to be used with `at_once_refreshed`; 0 = not known.
    double refreshed = 0;
    double at_once_refreshed = 0;
    double burst = 0;                 // per byte, the time to move a single burst
    std::array<double, 2> latency{};  // of reads and of writes, without the time to move the bytes
    double last_burst = 0;  // how much less than its share of the rate the last burst may take
    std::array<double, Load::ways> burst_bytes{};
    std::array<Places, Load::ways> places{};
    std::array<double, 2> all{};  // places of all reads and of all writes together, per byte
  };

  /// The parts of the time that a load takes in one memory.
  struct Taken {
    double held = 0;                // by places
    double moved = 0;               // by moving the bytes
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
