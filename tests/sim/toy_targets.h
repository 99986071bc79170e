// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "sim/accelerator.h"
#include "sim/memory/attach_tlm.h"
#include "sim/memory/tlm_memory.h"

namespace spillway::test {

/// TLM-2.0 targets for tests, attached before the first simulation of the program:
///   untimed      answers at once, by b_transport alone
///   timed        answers after toy_latency, by b_transport alone
///   deaf         takes requests and never answers
///   throwing     throws from b_transport and nb_transport_fw
///   moody        takes requests, and a process of its own throws soon afterwards
///   constant     Spillway's own memory of constant_memory(), sram of sram_memory(), dram of
///                dram_memory(), each behind its TLM-2.0 socket
constexpr Picoseconds toy_latency = 40'000;
constexpr Bytes toy_capacity = 1 << 20;

LatencyBandwidthParameters constant_memory();
SramParameters sram_memory();
MemoryParameters dram_memory();

/// The number of transactions that the untimed and the timed toy have taken until now.
std::int64_t toy_transactions();

/// What `throwing` throws: a standard exception, a report of SystemC's, or a number.
enum class Thrown : std::uint8_t { exception, report, number };
void throw_as(Thrown thrown);

/// Returns an accelerator that exists beside the simulator of the process. The accelerators have
/// other clocks and memories than the simulator.
constexpr std::size_t accelerator_count = 2;
Accelerator& accelerator(std::size_t number);

/// Resets Spillway's own memories, as the simulator does for memories inside of it before every
/// run.
void reset_own_targets();

/// The interface through which an initiator accesses one of Spillway's memories that keeps content.
using Initiator = tlm::tlm_fw_transport_if<>;

/// Runs `use` in a SystemC process during simulated time.
void with_content_memory(const std::function<void(Initiator&)>& use);
/// Runs `use` as with_content_memory() does, but with a read-only memory that keeps no content.
void with_rom(const std::function<void(Initiator&)>& use);

/// A foreign memory with the name of a toy.
inline TlmParameters attached(const std::string& name, bool blocking = false) {
  TlmParameters p;
  p.target = name;
  p.blocking = blocking;
  p.most_in_flight = 256;
  return p;
}

}  // namespace spillway::test
