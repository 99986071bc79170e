// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/units.h"

namespace spillway {

/// One operator of a run, in cycles of Timing::clock. Its interval begins where the previous
/// operator's ended. compute + every stall + dma_wait + overhead + host == end - start, exactly.
struct OperatorTiming {
  std::string name;
  std::string type;
  Cycles start = 0;
  Cycles end = 0;
  Cycles compute = 0;                // an engine of the processor was working
  std::vector<Cycles> memory_stall;  // per memory: every engine was waiting for it
  Cycles dma_wait = 0;               // the processor was waiting for a transfer to finish
  Cycles overhead = 0;               // command parsing, dispatch
  Cycles host = 0;  // the CPU was computing and moving the data of the operators that it runs
  std::vector<Bytes> read_bytes;  // per memory, by processor and DMA, in whole beats
  std::vector<Bytes> write_bytes;
  std::vector<Bytes> useful_bytes;  // requested bytes of reads and writes
  std::int64_t macs = 0;
  std::string note;  // "cpu", "unvalidated cost", ...

  Cycles total() const { return end - start; }
};

struct MemoryActivity {
  std::string name;
  Bytes capacity = 0;    // that plans may use
  Bytes peak = 0;        // highest planned address
  Bytes read_bytes = 0;  // in whole beats of the port, if it has beats
  Bytes write_bytes = 0;
  Bytes useful_bytes = 0;  // requested bytes of reads and writes
  std::int64_t bursts = 0;
  Picoseconds busy = 0;                 // data was moving
  std::vector<Bytes> bytes_per_bucket;  // over time: reads and writes added
  std::optional<double> energy_pj;      // picojoules; only if the memory's currents are known
};

/// An engine of the processor, or a port.
struct EngineActivity {
  std::string name;
  Picoseconds busy = 0;
  std::vector<Bytes> bytes_per_bucket;  // ports only: reads and writes over time
};

/// An interval of an engine's or port's work, kept only if a trace is requested. Intervals on one
/// lane of a track never overlap. Only an engine that works on several things at once (a DMA with
/// several transfers in flight, a port with separate channels) has more than one lane.
struct TraceSlice {
  std::uint16_t track = 0;  // index into Timing::engines
  std::uint16_t lane = 0;
  std::int32_t operator_index = -1;  // -1 = belongs to no operator
  Picoseconds start = 0;
  Picoseconds end = 0;
  Picoseconds busy = 0;  // busy time in the interval; less if short pauses were merged into it
};

/// The result of a run: the figures of one design point.
struct Timing {
  ClockDomain clock;
  Cycles total = 0;
  std::vector<OperatorTiming> operators;
  std::vector<MemoryActivity> memories;
  std::optional<double> mac_energy_pj;  // of the multiply-accumulates, if known
  std::vector<EngineActivity> engines;
  Picoseconds bucket = 0;          // width of all bytes_per_bucket
  std::vector<TraceSlice> slices;  // by track, lane, start
};

}  // namespace spillway
