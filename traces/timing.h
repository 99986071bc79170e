// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/units.h"

namespace spillway {

/// The timing of one operator in a run, in cycles of Timing::clock. Its interval begins where the
/// interval of the previous operator ended. The parts always add up: compute + every stall +
/// dma_wait + overhead + host == end - start.
struct OperatorTiming {
  std::string name;
  std::string type;
  Cycles start = 0;
  Cycles end = 0;
  // Cycles in which an engine of the processor was working.
  Cycles compute = 0;
  // For each memory: cycles in which every engine was waiting for this memory.
  std::vector<Cycles> memory_stall;
  // Cycles in which the processor was waiting for the end of a transfer.
  Cycles dma_wait = 0;
  // Cycles for parsing and dispatching commands.
  Cycles overhead = 0;
  // Cycles in which the CPU was running its own operators, including their memory accesses.
  Cycles host = 0;
  // For each memory: bytes that processor and DMA read, in whole beats.
  std::vector<Bytes> read_bytes;
  std::vector<Bytes> write_bytes;
  // For each memory: the requested bytes of reads and writes.
  std::vector<Bytes> useful_bytes;
  std::int64_t macs = 0;
  std::string note;  // "cpu", "unvalidated cost", ...

  Cycles total() const { return end - start; }
};

struct MemoryActivity {
  std::string name;
  // The bytes that plans may use.
  Bytes capacity = 0;
  // The highest planned address.
  Bytes peak = 0;
  // Bytes in whole beats of the port, if the port has beats.
  Bytes read_bytes = 0;
  Bytes write_bytes = 0;
  // The requested bytes of reads and writes.
  Bytes useful_bytes = 0;
  std::int64_t bursts = 0;
  // The time in which data were moving.
  Picoseconds busy = 0;
  // The bytes of reads and writes in each bucket of the run; see Timing::bucket.
  std::vector<Bytes> bytes_per_bucket;
  // Energy in picojoules; only if the currents of the memory are known.
  std::optional<double> energy_pj;
};

/// The activity of an engine of the processor, or of a port.
struct EngineActivity {
  std::string name;
  Picoseconds busy = 0;
  // Only for ports: the bytes of reads and writes in each bucket of the run; see Timing::bucket.
  std::vector<Bytes> bytes_per_bucket;
};

/// An interval in which an engine or a port was working, for traces. It is kept only if a trace is
/// requested. Intervals on one lane of a track never overlap. An engine has several lanes only if
/// it works on several things at once: a DMA with several transfers in flight, a port with separate
/// channels.
struct TraceSlice {
  std::uint16_t track = 0;  // index into Timing::engines
  std::uint16_t lane = 0;
  std::int32_t operator_index = -1;  // -1 = belongs to no operator
  Picoseconds start = 0;
  Picoseconds end = 0;
  // The busy time within the interval. It is less than the interval if short pauses were merged
  // into it.
  Picoseconds busy = 0;
};

/// The result of a simulated run.
struct Timing {
  ClockDomain clock;
  Cycles total = 0;
  std::vector<OperatorTiming> operators;
  std::vector<MemoryActivity> memories;
  // Energy of the multiply-accumulates, if known.
  std::optional<double> mac_energy_pj;
  std::vector<EngineActivity> engines;
  // The length of the time that one entry of each `bytes_per_bucket` covers.
  Picoseconds bucket = 0;
  // Sorted by track, lane and start.
  std::vector<TraceSlice> slices;
};

}  // namespace spillway
