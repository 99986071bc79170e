// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdlib>
#include <deque>
#include <map>
#include <memory>
#include <systemc>
#include <tlm>
#include <vector>

#include <tlm_utils/peq_with_cb_and_phase.h>
#include <tlm_utils/simple_target_socket.h>

#include "hwmodels/memory/memory_spec.h"
#include "hwmodels/memory/memory_timing.h"
#include "sim/kernel/sim_time.h"

namespace spillway {

/// One of Spillway's memories as a TLM-2.0 target for any initiator. The target supports the base
/// protocol, blocking and non-blocking. With `content`, it also supports the debug transport and,
/// if the latency is constant, direct access.
///
/// Transactions must reach the memory in order of time. A transaction annotated with an earlier
/// time than the previous transaction is served as if it came at the time of the previous
/// transaction. With memories that reorder (DRAM), b_transport waits. With in-order memories,
/// b_transport returns at once, with the completion in the delay.
class TlmMemory : public sc_core::sc_module {
 public:
  tlm_utils::simple_target_socket<TlmMemory> socket;

  /// Addresses are relative to the memory, 0 to spec.capacity. With `content`, the memory keeps
  /// what is written (pages are allocated when they are touched). Without `content`, reads do not
  /// change the initiator's buffer.
  TlmMemory(const sc_core::sc_module_name& name, const MemorySpec& spec, bool content = false);
  ~TlmMemory() override;

  const MemoryTiming& timing() const { return *timing_; }

  /// Resets the timing to the state at the beginning of a run that starts at the current time: rows
  /// are closed, and the first refresh is due after a whole interval. The content stays. Throws
  /// std::logic_error if bursts are pending or if a response that is due has not ended.
  void reset();

 private:
  struct Freed {
    void operator()(unsigned char* bytes) const { std::free(bytes); }
  };
  /// A transaction in progress. A b_transport call waits for `done`. In a non-blocking transaction
  /// `done` is null.
  struct Pending {
    tlm::tlm_generic_payload* payload = nullptr;
    sc_core::sc_event* done = nullptr;
    std::size_t to_submit = 0;    // bursts that are not submitted yet
    std::size_t to_complete = 0;  // bursts that are not completed yet
    Picoseconds end = 0;
  };

  void b_transport(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay);
  tlm::tlm_sync_enum nb_transport_fw(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                                     sc_core::sc_time& delay);
  unsigned transport_dbg(tlm::tlm_generic_payload& payload);
  bool get_direct_mem_ptr(tlm::tlm_generic_payload& payload, tlm::tlm_dmi& dmi);

  tlm::tlm_response_status check(const tlm::tlm_generic_payload& payload) const;
  void warn_of(const tlm::tlm_generic_payload& payload) const;
  void move_data(const tlm::tlm_generic_payload& payload);
  Picoseconds serve_in_order(const tlm::tlm_generic_payload& payload, Picoseconds at);
  bool take_request(tlm::tlm_generic_payload& payload, sc_core::sc_event* done);
  void take_phase(tlm::tlm_generic_payload& payload, const tlm::tlm_phase& phase);
  bool submit_bursts(Pending& pending);
  void decide();
  void complete(const Completion& completion);
  void answer_at(tlm::tlm_generic_payload& payload, Picoseconds end);
  void send_response();
  void end_response();
  void schedule();
  Picoseconds now() const { return sim::time_since(origin_); }
  bool reorders() const { return timing_->window() > 1; }

  MemorySpec spec_;
  std::unique_ptr<MemoryTiming> timing_;
  std::unique_ptr<unsigned char, Freed> content_;
  Picoseconds origin_ = 0;  // SystemC time of the reset
  Picoseconds last_arrival_ = 0;
  tlm_utils::peq_with_cb_and_phase<TlmMemory> phases_;
  // A std::map, because its elements keep their addresses, to which requests_ and by_tag_ point.
  std::map<const tlm::tlm_generic_payload*, Pending> pending_;
  // Transactions with bursts that have not been submitted yet.
  std::deque<Pending*> requests_;
  // For each burst in the timing model, the transaction to which it belongs.
  std::vector<Pending*> by_tag_;
  std::vector<std::uint32_t> free_tags_;
  // Responses to be sent; the first one has been sent but not ended.
  std::deque<tlm::tlm_generic_payload*> responses_;
  sc_core::sc_event decide_;
};

}  // namespace spillway
