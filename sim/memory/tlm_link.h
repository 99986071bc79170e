// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <systemc>
#include <tlm>
#include <vector>

#include <tlm_utils/peq_with_cb_and_phase.h>
#include <tlm_utils/simple_initiator_socket.h>

#include "base/units.h"

namespace spillway::sim {

/// A transfer that is sent to a TLM-2.0 target, and the client to which its answer is reported.
struct TlmTransfer {
  Address address = 0;
  std::int32_t bytes = 0;
  bool write = false;
  bool blocking = false;
  std::uint32_t tag = 0;

  /// Receives the answer to a transfer, at the simulated time at which the answer arrives.
  class Client {
   public:
    virtual ~Client() = default;
    /// Takes the answer. `thrown` is the text of an exception that the target threw instead of an
    /// answer; empty = none.
    virtual void answer(const TlmTransfer& transfer, tlm::tlm_response_status status,
                        const std::string& thrown) = 0;
  };
  Client* client = nullptr;
};

/// Spillway's end of a TLM-2.0 connection to a memory that another model simulates: an initiator of
/// the base protocol. Transfers leave in the order in which they were sent. Non-blocking transfers
/// follow the rules of the protocol's phases (one request at a time, an END_RESP for every
/// BEGIN_RESP). Blocking transfers are simultaneous calls of b_transport, one per transfer.
///
/// All data are zero, because Spillway simulates when bytes move, not their values. If a call
/// throws, its transaction fails and the exception is caught, because SystemC cannot continue after
/// an exception that leaves a process.
class TlmLink : public sc_core::sc_module {
 public:
  /// The socket need not be bound if no run uses the link.
  tlm_utils::simple_initiator_socket_optional<TlmLink> socket;

  explicit TlmLink(const sc_core::sc_module_name& name);
  ~TlmLink() override;

  bool bound() const { return socket.size() > 0; }
  /// Whether every transfer that was sent has been answered.
  bool idle() const { return in_flight_ == 0; }
  /// Returns for how long the link has been waiting for any answer.
  sc_core::sc_time silence() const {
    return idle() ? sc_core::SC_ZERO_TIME : sc_core::sc_time_stamp() - last_heard_;
  }

  /// Sends a transfer at the current time. Must be called from a SystemC process.
  void send(const TlmTransfer& transfer);
  /// Makes the link ignore all answers that arrive later to transfers that have been sent so far.
  void forget();

 private:
  struct Transaction;
  class Pool;

  tlm::tlm_sync_enum nb_transport_bw(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                                     sc_core::sc_time& delay);
  void take_phase(tlm::tlm_generic_payload& payload, const tlm::tlm_phase& phase);
  void send_next();
  void end_request(const tlm::tlm_generic_payload& payload);
  void call_blocking();
  template <typename Call>
  static bool succeeds(Transaction& transaction, const Call& call);
  void finish(Transaction& transaction);

  std::unique_ptr<Pool> pool_;
  tlm_utils::peq_with_cb_and_phase<TlmLink> phases_;
  std::deque<Transaction*> requests_;     // transactions that have not begun
  const Transaction* request_ = nullptr;  // transaction whose request phase has begun but not ended
  std::deque<Transaction*> calls_;        // calls of b_transport that wait for a thread
  sc_core::sc_event call_;
  std::size_t idle_callers_ = 0;
  std::size_t in_flight_ = 0;
  // The time of the last answer. If no transfer was in flight when a later transfer was sent, the
  // time at which this transfer was sent.
  sc_core::sc_time last_heard_;
  std::uint64_t run_ = 0;  // number of the run; answers to transfers of earlier runs are ignored
};

}  // namespace spillway::sim
