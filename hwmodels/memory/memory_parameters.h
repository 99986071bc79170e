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

/// The same class of model as gem5's SimpleMemory: a fixed latency until the first data, then a
/// fixed number of bytes per cycle. MRAM has a separate write rate.
struct LatencyBandwidthParameters {
  Kilohertz clock_khz = 0;
  double bytes_per_cycle = 0;
  Cycles read_latency = 0;
  Cycles write_latency = 0;
  double write_bytes_per_cycle = 0;  // 0 = the same as bytes_per_cycle
  std::int32_t max_reads = 0;        // most bursts in flight; 0 = no limit
  std::int32_t max_writes = 0;
  // The burst length in vela.ini, in bytes. Only estimates use it; the simulated timing does not.
  std::int32_t burst_bytes = 1;
};

/// Arm's timing adapter, with Arm's names. A word is one AXI beat. 0 = no limit for MAXR, MAXW,
/// MAXRW and BWCAP.
struct TimingAdapterParameters {
  Kilohertz clock_khz = 0;
  std::int32_t word_bytes = 8;
  std::int32_t maxr = 0, maxw = 0, maxrw = 0;
  Cycles rlatency = 0, wlatency = 0;
  Cycles pulse_on = 0, pulse_off = 0;
  std::int32_t bwcap = 0;
  std::int32_t mode = 0;
  std::int32_t count = 1;  // identical parallel adapters, one per port
  Cycles phase = 0;        // offset of the first period: its first `phase` cycles lie before time 0
  // A write occupies its place among the pending bursts until write_turnaround cycles after its
  // response, and for at least least_write cycles after its admission.
  Cycles write_turnaround = 0, least_write = 0;
};

/// On-chip SRAM. Each bank serves one word of width_bytes per cycle. The banks are reached through
/// ports, each of which moves one word per cycle.
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

/// HyperRAM and octal or quad PSRAM, on a serial bus. Every transaction has a command, an initial
/// latency and data, and may be delayed by the memory's own refresh.
struct PsramParameters {
  Kilohertz clock_khz = 0;
  std::int32_t lanes = 8;
  bool double_rate = true;
  std::int32_t command_clocks = 3;  // clocks for command and address
  std::int32_t read_latency = 7;    // clocks of initial latency, if not doubled
  std::int32_t write_latency = 7;
  // True = every transaction takes twice the latency; false = only a transaction that collides with
  // a refresh does.
  bool fixed_latency = false;
  Bytes page_bytes = 0;          // a transaction ends at each page boundary; 0 = none
  Bytes wrap_bytes = 0;          // a transaction also ends here; 0 = linear bursts
  Picoseconds select_limit = 0;  // longest chip select (tCSM, tCEM); 0 = none
  // Least time of chip select high between transactions (tRWR, tCPH).
  Picoseconds gap = 0;
  Picoseconds refresh_interval = 0;  // time between refreshes; 0 = no collisions
  // The length of a refresh. A transaction that begins during a refresh takes twice the initial
  // latency.
  Picoseconds refresh_time = 0;
};

/// Serial NOR flash read in place through a controller.
struct NorFlashParameters {
  Kilohertz clock_khz = 0;
  std::int32_t lanes = 4;
  bool double_rate = false;
  std::int32_t command_clocks = 0;
  std::int32_t address_clocks = 0;
  std::int32_t dummy_clocks = 0;
  Picoseconds gap = 0;  // least time of chip select high between reads (tSHSL)
  // The controller fetches aligned lines of this size and keeps the last line; 0 = it fetches
  // exactly the requested bytes.
  Bytes line_bytes = 0;
  // True = after a line, the controller reads on into the next line until another address is read.
  bool read_ahead = false;
};

/// A memory outside of the simulator: a TLM-2.0 target. The program that embeds the simulator
/// attaches it by attach_tlm_target() (sim/memory/attach_tlm.h).
struct TlmParameters {
  std::string target;                   // the name given to attach_tlm_target()
  Address base = 0;                     // address of the memory in the target's address map
  bool blocking = false;                // uses b_transport instead of nb_transport
  std::int32_t most_in_flight = 32;     // most bursts that are sent before the target has answered
  LatencyBandwidthParameters expected;  // timing that planners and estimates assume
};

/// One alternative per memory model. The struct of a new model is added here; a large struct is
/// defined in a header of its own.
using MemoryParameters = std::variant<IdealParameters, LatencyBandwidthParameters,
                                      TimingAdapterParameters, SramParameters, PsramParameters,
                                      NorFlashParameters, DramParameters, TlmParameters>;

}  // namespace spillway
