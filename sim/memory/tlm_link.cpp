// SPDX-License-Identifier: Apache-2.0
#include "sim/memory/tlm_link.h"

#include <exception>
#include <utility>

#include "sim/kernel/sanitized_stack.h"
#include "sim/kernel/sim_time.h"

namespace spillway::sim {

/// A payload with its data bytes and the transfer that it carries out.
struct TlmLink::Transaction : public tlm::tlm_generic_payload {
  explicit Transaction(tlm::tlm_mm_interface* pool) : tlm_generic_payload(pool) {}

  void prepare(const TlmTransfer& requested, std::uint64_t in_run) {
    transfer = requested;
    run = in_run;
    thrown.clear();
    finished = false;
    data.assign(static_cast<std::size_t>(requested.bytes), 0);
    set_command(requested.write ? tlm::TLM_WRITE_COMMAND : tlm::TLM_READ_COMMAND);
    set_address(requested.address);
    set_data_ptr(data.data());
    set_data_length(static_cast<unsigned>(requested.bytes));
    set_streaming_width(static_cast<unsigned>(requested.bytes));
    set_byte_enable_ptr(nullptr);
    set_byte_enable_length(0);
    set_dmi_allowed(false);
    set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
  }

  TlmTransfer transfer;
  std::uint64_t run = 0;
  std::string thrown;     // text of an exception of the target
  bool finished = false;  // if true, later phases are ignored
  std::vector<unsigned char> data;
};

/// Keeps the transactions that are not in use, so that they can be used again.
class TlmLink::Pool : public tlm::tlm_mm_interface {
 public:
  Transaction& take() {
    if (free_.empty()) {
      all_.push_back(std::make_unique<Transaction>(this));
      free_.push_back(all_.back().get());
    }
    Transaction* const transaction = free_.back();
    free_.pop_back();
    transaction->acquire();
    return *transaction;
  }

  void free(tlm::tlm_generic_payload* payload) override {
    payload->reset();
    free_.push_back(static_cast<Transaction*>(payload));
  }

 private:
  std::vector<std::unique_ptr<Transaction>> all_;
  std::vector<Transaction*> free_;
};

TlmLink::TlmLink(const sc_core::sc_module_name& name)
    : sc_module(name),
      socket("socket"),
      pool_(std::make_unique<Pool>()),
      phases_(this, &TlmLink::take_phase) {
  socket.register_nb_transport_bw(this, &TlmLink::nb_transport_bw);
}

TlmLink::~TlmLink() = default;

void TlmLink::send(const TlmTransfer& transfer) {
  Transaction& transaction = pool_->take();
  transaction.prepare(transfer, run_);
  if (in_flight_++ == 0) last_heard_ = sc_core::sc_time_stamp();
  if (!transfer.blocking) {
    requests_.push_back(&transaction);
    send_next();
    return;
  }
  calls_.push_back(&transaction);
  if (calls_.size() <= idle_callers_) return call_.notify(sc_core::SC_ZERO_TIME);
  sc_core::sc_spawn([this] { call_blocking(); }, sc_core::sc_gen_unique_name("caller"));
}

void TlmLink::forget() { ++run_; }

namespace {

// Makes exceptions of a target safe. SystemC runs methods on the program's own stack but does not
// tell AddressSanitizer where this stack is. AddressSanitizer would then report an exception as an
// error. Must be called before a call of the target, which may throw.
void prepare_for_exceptions() {
  const auto process = sc_core::sc_get_current_process_handle();
  if (process.valid() && process.proc_kind() == sc_core::SC_METHOD_PROC_) name_stack_to_sanitizer();
}

}  // namespace

// Runs a call of the target. Returns true if the target threw no exception. Otherwise stores the
// text of the exception in the transaction, sets an error response and returns false. Exceptions by
// which SystemC ends a process are rethrown.
template <typename Call>
bool TlmLink::succeeds(Transaction& transaction, const Call& call) {
  prepare_for_exceptions();
  try {
    call();
    return true;
  } catch (const sc_core::sc_unwind_exception&) {
    throw;
  } catch (const sc_core::sc_report& report) {
    transaction.thrown = report.get_msg();
  } catch (const std::exception& error) {
    transaction.thrown = error.what();
  } catch (...) {
    transaction.thrown = "an exception without a message";
  }
  if (transaction.thrown.empty()) transaction.thrown = "an exception without a message";
  transaction.set_response_status(tlm::TLM_GENERIC_ERROR_RESPONSE);
  return false;
}

void TlmLink::send_next() {
  while (request_ == nullptr && !requests_.empty()) {
    Transaction& transaction = *requests_.front();
    requests_.pop_front();
    request_ = &transaction;
    tlm::tlm_phase phase = tlm::BEGIN_REQ;
    sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
    tlm::tlm_sync_enum answer = tlm::TLM_COMPLETED;
    const bool taken =
        succeeds(transaction, [&] { answer = socket->nb_transport_fw(transaction, phase, delay); });
    if (!taken) delay = sc_core::SC_ZERO_TIME;
    switch (answer) {
      case tlm::TLM_ACCEPTED:
        break;
      case tlm::TLM_UPDATED:
        phases_.notify(transaction, phase, delay);
        break;
      case tlm::TLM_COMPLETED:
        // The target sends no further phases. So the link ends the transaction itself after
        // `delay`, as the phase END_RESP does.
        phases_.notify(transaction, tlm::END_RESP, delay);
        break;
    }
  }
}

tlm::tlm_sync_enum TlmLink::nb_transport_bw(tlm::tlm_generic_payload& payload,
                                            tlm::tlm_phase& phase, sc_core::sc_time& delay) {
  phases_.notify(payload, phase, delay);
  return tlm::TLM_ACCEPTED;
}

void TlmLink::take_phase(tlm::tlm_generic_payload& payload, const tlm::tlm_phase& phase) {
  auto& transaction = static_cast<Transaction&>(payload);
  if (transaction.finished) return;
  end_request(payload);  // a response also ends the request
  if (phase == tlm::END_REQ) return;
  if (phase == tlm::BEGIN_RESP) {
    tlm::tlm_phase answer = tlm::END_RESP;
    sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
    succeeds(transaction, [&] { socket->nb_transport_fw(payload, answer, delay); });
  } else if (phase != tlm::END_RESP) {
    return;  // not a phase of the base protocol
  }
  finish(transaction);
}

void TlmLink::end_request(const tlm::tlm_generic_payload& payload) {
  if (request_ != &payload) return;
  request_ = nullptr;
  send_next();
}

// The loop of a thread that calls b_transport. There are as many such threads as were ever needed
// at the same time.
void TlmLink::call_blocking() {
  for (;;) {
    while (!calls_.empty()) {
      Transaction& transaction = *calls_.front();
      calls_.pop_front();
      sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
      const bool answered = succeeds(transaction, [&] { socket->b_transport(transaction, delay); });
      if (answered && delay > sc_core::SC_ZERO_TIME) sc_core::wait(delay);
      finish(transaction);
    }
    ++idle_callers_;
    sc_core::wait(call_);
    --idle_callers_;
  }
}

void TlmLink::finish(Transaction& transaction) {
  --in_flight_;
  last_heard_ = sc_core::sc_time_stamp();
  transaction.finished = true;
  if (transaction.run == run_) {
    transaction.transfer.client->answer(transaction.transfer, transaction.get_response_status(),
                                        transaction.thrown);
  }
  transaction.release();
}

}  // namespace spillway::sim
