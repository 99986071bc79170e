// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <systemc>
#include <tlm>

#include <tlm_utils/multi_passthrough_target_socket.h>

#include "hwmodels/memory/memory_timing.h"
#include "sim/kernel/sim_time.h"
#include "sim/memory/bandwidth_profile.h"
#include "sim/memory/foreign_memory.h"

namespace spillway::sim {

/// A memory on the interconnect: a thin TLM-2.0 target around a MemoryTiming. b_transport() serves
/// in-order memories. On entry, its delay argument is the arrival of the burst; on return, the
/// completion. Both are relative to the current time. Memories that reorder are called through
/// timing().
class MemoryTarget : public sc_core::sc_module {
 public:
  tlm_utils::multi_passthrough_target_socket<MemoryTarget> socket;  // one binding per port

  explicit MemoryTarget(const sc_core::sc_module_name& name);

  /// Uses `timing` as the memory model from now on. At the beginning of a run, `timing` must be in
  /// its reset state. When a snapshot is restored, `timing` is a copy of the snapshot's model.
  void configure(std::unique_ptr<MemoryTiming> timing, Picoseconds origin);

  MemoryTiming& timing() { return *timing_; }
  /// Returns the model as a ForeignMemory; null if Spillway itself simulates the memory.
  ForeignMemory* foreign() const { return foreign_; }
  bool in_order() const { return in_order_; }

  /// Returns the completion of the last b_transport call.
  const Completion& completion() const { return completion_; }

 private:
  void b_transport(int port, tlm::tlm_generic_payload& payload, sc_core::sc_time& delay);

  std::unique_ptr<MemoryTiming> timing_;
  Picoseconds origin_ = 0;
  Completion completion_;
  ForeignMemory* foreign_ = nullptr;
  bool in_order_ = true;
};

}  // namespace spillway::sim
