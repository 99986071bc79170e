// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "sim/accelerator.h"
#include "sim/memory/attach_tlm.h"
#include "sim/memory/tlm_memory.h"

namespace spillway::test {

/// TLM-2.0 targets, which the tests attach before the first simulation of the process. `untimed`
/// and `timed` have `toy_capacity` bytes.
///   untimed        answers immediately, only by b_transport
///   timed          answers after `toy_latency` picoseconds, only by b_transport
///   unresponsive   accepts requests and never answers
///   throwing       throws from b_transport and nb_transport_fw
///   throwing_later accepts requests; 5 ns later, a process of this target throws
///   constant       Spillway's memory model with the parameters of constant_memory()
///   sram           Spillway's memory model with the parameters of sram_memory()
///   dram           Spillway's memory model with the parameters of dram_memory()
constexpr Picoseconds toy_latency = 40'000;
constexpr Bytes toy_capacity = 1 << 20;

LatencyBandwidthParameters constant_memory();
SramParameters sram_memory();
MemoryParameters dram_memory();

/// Returns the number of transactions that `untimed` and `timed` have received in this process.
std::int64_t toy_transactions();

/// What the target `throwing` throws: a standard exception, an error report of SystemC, or a
/// number.
enum class Thrown : std::uint8_t { exception, report, number };
void throw_as(Thrown thrown);

/// The number of accelerator models that exist in addition to the simulator. They differ in clock
/// and memory.
constexpr std::size_t accelerator_count = 2;
/// Returns an accelerator model. `number` is from 0 to accelerator_count - 1.
Accelerator& accelerator(std::size_t number);

/// Resets the attached targets `constant`, `sram` and `dram`, which use Spillway's memory models,
/// to their initial state. Before a run, the simulator resets only memories that are not attached.
void reset_model_targets();

/// The interface through which an initiator accesses a memory.
using Initiator = tlm::tlm_fw_transport_if<>;

/// Runs `use` in a SystemC process. `use` gets access to a memory that stores what is written.
void with_content_memory(const std::function<void(Initiator&)>& use);
/// Runs `use` in a SystemC process. `use` gets access to a read-only memory without contents.
void with_rom(const std::function<void(Initiator&)>& use);

/// Returns the parameters of a memory that the TLM-2.0 target `name` of these tests simulates. If
/// `blocking`, the simulator accesses the target by b_transport, otherwise by nb_transport_fw.
inline TlmParameters attached(const std::string& name, bool blocking = false) {
  TlmParameters p;
  p.target = name;
  p.blocking = blocking;
  p.most_in_flight = 256;
  return p;
}

}  // namespace spillway::test
