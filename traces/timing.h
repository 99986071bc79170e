// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/units.h"

namespace spillway {

/// The timing of one operator in a run, in cycles of Timing::clock. An operator starts when the
/// previous operator ends. The sum of compute, all elements of memory_stall, dma_wait, overhead and
/// host equals end - start.
struct OperatorTiming {
  std::string name;
  std::string type;
  Cycles start = 0;
  Cycles end = 0;
  // Cycles in which at least one engine of the processor was working.
  Cycles compute = 0;
  // For each memory: cycles in which all engines of the processor were waiting for this memory.
  std::vector<Cycles> memory_stall;
  // Cycles in which the processor was waiting for the end of a DMA transfer.
  Cycles dma_wait = 0;
  // Cycles for parsing and dispatching commands.
  Cycles overhead = 0;
  // Cycles in which the host CPU was running operators, including its memory accesses.
  Cycles host = 0;
  // For each memory: bytes that the processor and the DMA read. A partly used beat of the port
  // counts as a whole beat.
  std::vector<Bytes> read_bytes;
  std::vector<Bytes> write_bytes;
  // For each memory: bytes that reads and writes requested, without unused bytes of beats.
  std::vector<Bytes> useful_bytes;
  std::int64_t macs = 0;
  std::string note;  // "cpu", "unvalidated cost", ...

  Cycles total() const { return end - start; }
};

struct MemoryActivity {
  std::string name;
  // The bytes of the memory that a plan may use.
  Bytes capacity = 0;
  // The highest end address of the plan in the memory, in bytes.
  Bytes peak = 0;
  // Transferred bytes. A partly used beat counts as a whole beat, if the port has beats.
  Bytes read_bytes = 0;
  Bytes write_bytes = 0;
  // Bytes that reads and writes requested, without unused bytes of beats.
  Bytes useful_bytes = 0;
  std::int64_t bursts = 0;
  // The time in which the memory was transferring data.
  Picoseconds busy = 0;
  // The bytes that were read and written in each time bucket of the run; Timing::bucket is the
  // length of a bucket.
  std::vector<Bytes> bytes_per_bucket;
  // Energy in picojoules; nullopt if the energy parameters of the memory are unknown.
  std::optional<double> energy_pj;
};

/// The activity of an engine of the processor, or of a port.
struct EngineActivity {
  std::string name;
  Picoseconds busy = 0;
  // Only for ports: the bytes that were read and written in each time bucket of the run;
  // Timing::bucket is the length of a bucket.
  std::vector<Bytes> bytes_per_bucket;
};

/// An interval in which an engine or a port was working. Such intervals are recorded only if a
/// trace is requested. `track` is the engine or port. A track has several lanes if its engine works
/// on several tasks at the same time, for example a DMA with several transfers in flight or a port
/// with separate channels for reads and writes. Intervals on one lane do not overlap.
struct TraceSlice {
  std::uint16_t track = 0;  // index into Timing::engines
  std::uint16_t lane = 0;
  std::int32_t operator_index = -1;  // -1 = the interval belongs to no operator
  Picoseconds start = 0;
  Picoseconds end = 0;
  // The busy time within the interval. The busy time is shorter than the interval if the interval
  // contains short pauses.
  Picoseconds busy = 0;
};

/// The result of a simulated run.
struct Timing {
  ClockDomain clock;
  Cycles total = 0;
  std::vector<OperatorTiming> operators;
  std::vector<MemoryActivity> memories;
  // Energy of the multiply-accumulates in picojoules; nullopt if unknown.
  std::optional<double> mac_energy_pj;
  std::vector<EngineActivity> engines;
  // The length of a time bucket, for all vectors `bytes_per_bucket`.
  Picoseconds bucket = 0;
  // Sorted by track, lane and start. Empty if no trace was requested.
  std::vector<TraceSlice> slices;

  /// Returns the time of `cycles` cycles in microseconds.
  double microseconds(Cycles cycles) const {
    return static_cast<double>(clock.to_time(cycles)) / 1e6;
  }
  double latency_us() const { return microseconds(total); }

  /// Returns the cycles by cause, summed over all operators.
  OperatorTiming sum_of_operators() const {
    OperatorTiming sum;
    sum.memory_stall.resize(memories.size());
    for (const OperatorTiming& op : operators) {
      sum.compute += op.compute;
      sum.dma_wait += op.dma_wait;
      sum.overhead += op.overhead;
      sum.host += op.host;
      for (std::size_t m = 0; m < op.memory_stall.size(); ++m) {
        sum.memory_stall[m] += op.memory_stall[m];
      }
    }
    return sum;
  }
};

}  // namespace spillway
