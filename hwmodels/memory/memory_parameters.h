// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <variant>

#include "base/units.h"
#include "hwmodels/memory/dram/dram_parameters.h"

namespace spillway {

/// Zero latency, unlimited bandwidth.
struct IdealParameters {};

/// gem5's SimpleMemory class of model: so many bytes per cycle, first data after a fixed latency.
/// MRAM has a write rate of its own.
struct LatencyBandwidthParameters {
  Kilohertz clock_khz = 0;
  double bytes_per_cycle = 0;
  Cycles read_latency = 0;
  Cycles write_latency = 0;
  double write_bytes_per_cycle = 0;  // 0 = as bytes_per_cycle
  std::int32_t max_reads = 0;        // bursts in flight; 0 = no limit
  std::int32_t max_writes = 0;
  std::int32_t burst_bytes = 1;  // vela.ini's burst length; estimates use it, the timing does not
};

/// Arm's timing adapter, its own names. A word is one AXI beat. 0 = no limit for MAXR, MAXW, MAXRW
/// and BWCAP.
struct TimingAdapterParameters {
  Kilohertz clock_khz = 0;
  std::int32_t word_bytes = 8;
  std::int32_t maxr = 0, maxw = 0, maxrw = 0;
  Cycles rlatency = 0, wlatency = 0;
  Cycles pulse_on = 0, pulse_off = 0;
  std::int32_t bwcap = 0;
  std::int32_t mode = 0;
  std::int32_t count = 1;  // identical adapters side by side, one per port
  Cycles phase = 0;        // cycles of the first period that are over when a run begins
  // How long a write keeps its place: cycles after its response, and at least since its admission.
  Cycles write_turnaround = 0, least_write = 0;
};

/// On-chip SRAM: banks that serve one word (the width) per cycle, reached through ports that each
/// move one word per cycle.
struct SramParameters {
  Kilohertz clock_khz = 0;
  std::int32_t width_bytes = 8;
  std::int32_t banks = 1;
  Bytes bank_bytes = 0;  // contiguous bytes per bank; 0 = consecutive words in consecutive banks
  std::int32_t ports = 1;
  bool dual_ported = false;  // a bank serves a read and a write in the same cycle
  Cycles read_latency = 1;   // from the access to the word
  Cycles write_latency = 1;
};

/// HyperRAM and octal or quad PSRAM: a serial bus on which every transaction has a command, an
/// initial latency and data, and which the memory's own refresh may delay.
struct PsramParameters {
  Kilohertz clock_khz = 0;
  std::int32_t lanes = 8;
  bool double_rate = true;
  std::int32_t command_clocks = 3;  // command and address
  std::int32_t read_latency = 7;    // clocks, once
  std::int32_t write_latency = 7;
  bool fixed_latency = false;        // twice the latency always; else on a refresh collision only
  Bytes page_bytes = 0;              // a transaction ends at each page boundary; 0 = none
  Bytes wrap_bytes = 0;              // and at each wrap boundary; 0 = linear bursts
  Picoseconds select_limit = 0;      // longest chip select (tCSM, tCEM); 0 = none
  Picoseconds gap = 0;               // chip select high between transactions (tRWR, tCPH)
  Picoseconds refresh_interval = 0;  // 0 = no collisions
  Picoseconds refresh_time = 0;      // a transaction that begins within it collides
};

/// Serial NOR flash read in place through a controller.
struct NorFlashParameters {
  Kilohertz clock_khz = 0;
  std::int32_t lanes = 4;
  bool double_rate = false;
  std::int32_t command_clocks = 0;
  std::int32_t address_clocks = 0;
  std::int32_t dummy_clocks = 0;
  Picoseconds gap = 0;      // chip select high between reads (tSHSL)
  Bytes line_bytes = 0;     // the controller fetches aligned lines of so many bytes and keeps the
                            // last one; 0 = exactly what is asked for
  bool read_ahead = false;  // and goes on reading the next line while nothing else is asked
};

/// A memory outside of the simulator: a TLM-2.0 target that a program attaches
/// (sim/memory/tlm_link.h).
struct TlmParameters {
  std::string target;                   // the name under which it is attached
  Address base = 0;                     // of the memory in the target's map of addresses
  bool blocking = false;                // driven by b_transport instead of nb_transport
  std::int32_t most_in_flight = 32;     // bursts that the target is sent before it answers
  LatencyBandwidthParameters expected;  // what planners and estimates count with
};

/// One alternative per memory model; each new one adds its struct here, in a header of its own
/// when it is large.
using MemoryParameters = std::variant<IdealParameters, LatencyBandwidthParameters,
                                      TimingAdapterParameters, SramParameters, PsramParameters,
                                      NorFlashParameters, DramParameters, TlmParameters>;

}  // namespace spillway
