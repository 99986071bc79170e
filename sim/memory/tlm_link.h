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

/// What a TLM-2.0 target is asked for, and who wants to know of the answer.
struct TlmTransfer {
  Address address = 0;
  std::int32_t bytes = 0;
  bool write = false;
  bool blocking = false;
  std::uint32_t tag = 0;

  /// Told of the answer, at the simulated time at which it comes.
  class Client {
   public:
    virtual ~Client() = default;
    /// `thrown`: the text of an exception that the target threw instead; else empty.
    virtual void answer(const TlmTransfer& transfer, tlm::tlm_response_status status,
                        const std::string& thrown) = 0;
  };
  Client* client = nullptr;
};

/// Our end of a TLM-2.0 connection to a memory of somebody else's: an initiator of the base
/// protocol. Transfers leave in the order in which they were sent. Non-blocking ones keep to the
/// rules of its phases (one request at a time, an END_RESP for every BEGIN_RESP); blocking ones are
/// as many calls of b_transport at once as there are transfers. Data are zeros: Spillway simulates
/// when bytes move, not what they are. What a call throws fails its transaction and goes no
/// further: SystemC does not go on after an exception that left a process.
class TlmLink : public sc_core::sc_module {
 public:
  /// May stay unbound where no run uses it.
  tlm_utils::simple_initiator_socket_optional<TlmLink> socket;

  explicit TlmLink(const sc_core::sc_module_name& name);
  ~TlmLink() override;

  bool bound() const { return socket.size() > 0; }
  /// Everything that was sent has been answered.
  bool idle() const { return in_flight_ == 0; }
  /// How long it has been waiting for any answer.
  sc_core::sc_time silence() const {
    return idle() ? sc_core::SC_ZERO_TIME : sc_core::sc_time_stamp() - last_heard_;
  }

  /// Sends at the current time. From an sc_process.
  void send(const TlmTransfer& transfer);
  /// Answers to what was sent before are for nobody any more.
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
  std::deque<Transaction*> requests_;     // not begun yet
  const Transaction* request_ = nullptr;  // begun and not ended
  std::deque<Transaction*> calls_;        // for b_transport
  sc_core::sc_event call_;
  std::size_t idle_callers_ = 0;
  std::size_t in_flight_ = 0;
  sc_core::sc_time last_heard_;  // or the first send since
  std::uint64_t run_ = 0;        // transfers of an earlier one are answered to nobody
};

}  // namespace spillway::sim
