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

/// The bytes that have to be moved to and from the memories of a target, divided by memory and by
/// the kind of request that moves them.
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
    // A lower bound of the sum, over all bursts, of the square of a burst's bytes. The time for
    // which bursts occupy a read buffer grows with this sum (Places::per_square).
    double squares = 0;
  };

  std::uint32_t memories_ = 0;  // bit m = bytes are moved to or from memory m
  // Inline storage for three memories, as most targets have, to avoid an allocation.
  boost::container::small_vector<Part, 3 * ways> parts_;
};

/// Lower bounds of the time that the memories of a target and their ports need to move the bytes of
/// a load.
class LeastTime {
 public:
  explicit LeastTime(const Target& target);

  Load nothing() const { return Load(paces_.size()); }
  /// Adds to a load the bytes of `access`, or `bytes` bytes that are moved to or from `memory`.
  void add(Load& load, const Access& access, Load::Way way) const;
  void add(Load& load, std::uint8_t memory, Load::Way way, double bytes) const;

  /// For each memory: the largest number of bytes of weights that may have been read before the
  /// first other read of a block or kernel is requested. It is the size of the weight decoder's
  /// buffer (at least one burst), or infinite for first-come-first-served arbitration. 0 = weights
  /// are not read ahead.
  using ReadAhead = boost::container::small_vector<double, 3>;
  ReadAhead read_ahead() const;
  /// Adds to `load` the bytes of `access`, a read of weights, except the first `ahead` bytes, which
  /// may have been read earlier. Then subtracts the bytes of the access from `ahead`, which does
  /// not fall below 0.
  void add_weights(Load& load, const Access& access, double& ahead) const;

  /// Returns the least time, in picoseconds, from the grant of a load's first burst until its last
  /// burst is done.
  double of(const Load& load) const;
  /// Returns the least time, in picoseconds, from the request of a load until all its bytes have
  /// been delivered or acknowledged. The load must have only reads or only writes.
  double until_done(const Load& load) const;
  /// Returns the least time, in picoseconds, from the moment at which the last burst of a write has
  /// left the processor until all bursts of the write have been acknowledged.
  double acknowledged(std::uint8_t memory) const {
    const Pace& pace = paces_[memory];
    return std::max(0.0, pace.latency[1] - pace.last_burst);
  }

 private:
  /// The time per byte for which bursts occupy places among the outstanding transactions, in
  /// picoseconds, divided by the number of places. A burst occupies its place until it has been
  /// answered, so the time of all bursts cannot be shorter than this time.
  struct Places {
    double per_byte = 0;
    // Picoseconds per unit of Part::squares (square of a burst's bytes). While a burst is moved, it
    // occupies as many bytes of a read buffer as it has, so its share of the buffer's time grows
    // with this square.
    double per_square = 0;
  };
  /// The rates and latencies of one memory and its port.
  struct Pace {
    // Picoseconds per byte at the rate of the memory and of the port: for reads and writes
    // together, and for each direction alone (`_way`).
    double memory = 0, memory_way = 0;
    double port = 0, port_way = 0;
    // The bytes of a load may take up to this many picoseconds less than at the rate of the port,
    // because the memory may answer the last burst before the port has moved it. The bounds of
    // `port` and `port_way` subtract this time.
    double port_slack = 0;
    // Reads and writes together may take up to this many picoseconds less than their bytes take at
    // the rate `memory`. One reason: a timing adapter (Arm's model of a memory that moves a limited
    // number of words per period) may move all words of a period at its beginning. Another reason:
    // a DRAM may acknowledge writes before it moves their data. The bound subtracts this time.
    double memory_slack = 0;
    // The rate `memory` with the time of refreshes, in picoseconds per byte. A bound with this rate
    // subtracts `refreshed_slack` picoseconds. Both are 0 if set_dram() leaves refreshes out.
    double refreshed = 0;
    double refreshed_slack = 0;
    // Picoseconds per byte within one burst; 0 = not known.
    double burst = 0;
    // The latency of reads and of writes, without the time to move the bytes.
    std::array<double, 2> latency{};
    // See read_ahead().
    double read_ahead = 0;
    // The duration of one burst in picoseconds, at the rate of one port or at the rate `burst`,
    // whichever is slower. Bounds that add a latency to the time of the bytes subtract
    // `last_burst`, because the memory may answer the last burst before all bytes have moved.
    double last_burst = 0;
    std::array<double, Load::ways> burst_bytes{};
    std::array<Places, Load::ways> places{};
    // Places::per_byte for all reads together and for all writes together, from the memory's own
    // limits.
    std::array<double, 2> all{};
  };

  /// Lower bounds for the bytes of a load in one memory, as taken() returns them.
  struct Taken {
    // Time in picoseconds, from the limits of outstanding transactions (Places).
    double held = 0;
    // Time in picoseconds, from the rates of memory and port.
    double moved = 0;
    // The bytes of reads and the bytes of writes.
    std::array<double, 2> bytes{};
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
