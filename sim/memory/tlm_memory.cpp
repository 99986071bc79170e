// SPDX-License-Identifier: Apache-2.0
#include "sim/memory/tlm_memory.h"

#include <algorithm>
#include <new>
#include <optional>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include "hwmodels/memory/make_memory_timing.h"
#include "sim/memory/message_types.h"

namespace spillway {
namespace {

using sim::from_sc;
using sim::to_sc;

/// The latencies of a memory whose latencies never change.
struct ConstantLatency {
  Picoseconds read = 0, write = 0;
};

std::optional<ConstantLatency> constant_latency(const MemorySpec& spec) {
  if (spec.cache) return std::nullopt;
  const auto of = [&](Kilohertz khz, Cycles read, Cycles write) {
    const ClockDomain clock{khz};
    return ConstantLatency{clock.to_time(read) + spec.overhead,
                           clock.to_time(write) + spec.overhead};
  };
  if (std::holds_alternative<IdealParameters>(spec.timing)) {
    return ConstantLatency{spec.overhead, spec.overhead};
  }
  if (const auto* p = std::get_if<LatencyBandwidthParameters>(&spec.timing)) {
    return of(p->clock_khz, p->read_latency, p->write_latency);
  }
  if (const auto* p = std::get_if<SramParameters>(&spec.timing)) {
    return of(p->clock_khz, p->read_latency, p->write_latency);
  }
  return std::nullopt;
}

// Returns the number of bursts of a transaction. The address starts again after every streaming
// width, so each streaming width is one burst.
std::size_t parts_of(const tlm::tlm_generic_payload& payload) {
  const std::size_t width = payload.get_streaming_width();
  return (payload.get_data_length() + width - 1) / width;
}

Burst burst_of(const tlm::tlm_generic_payload& payload, Picoseconds arrival) {
  Burst burst;
  burst.address = payload.get_address();
  burst.bytes =
      static_cast<std::int32_t>(std::min(payload.get_data_length(), payload.get_streaming_width()));
  burst.write = payload.is_write();
  burst.arrival = arrival;
  return burst;
}

}  // namespace

TlmMemory::TlmMemory(const sc_core::sc_module_name& name, const MemorySpec& spec, bool content)
    : sc_module(name),
      socket("socket"),
      spec_(spec),
      timing_(make_cached_memory_timing(spec)),
      phases_(this, &TlmMemory::take_phase) {
  if (content) {
    content_.reset(static_cast<unsigned char*>(
        std::calloc(1, static_cast<std::size_t>(std::max<Bytes>(spec.capacity, 1)))));
    if (!content_) throw std::bad_alloc();
  }
  socket.register_b_transport(this, &TlmMemory::b_transport);
  socket.register_nb_transport_fw(this, &TlmMemory::nb_transport_fw);
  socket.register_transport_dbg(this, &TlmMemory::transport_dbg);
  socket.register_get_direct_mem_ptr(this, &TlmMemory::get_direct_mem_ptr);
  sc_core::sc_spawn_options method;
  method.spawn_method();
  method.set_sensitivity(&decide_);
  method.dont_initialize();
  sc_core::sc_spawn([this] { decide(); }, "decide", &method);
}

TlmMemory::~TlmMemory() = default;

void TlmMemory::reset() {
  if (timing_->pending() > 0 || !responses_.empty()) {
    throw std::logic_error("a memory is reset while transactions are under way");
  }
  timing_->reset();
  origin_ = from_sc(sc_core::sc_time_stamp());
  last_arrival_ = 0;
}

tlm::tlm_response_status TlmMemory::check(const tlm::tlm_generic_payload& payload) const {
  if (payload.get_command() == tlm::TLM_IGNORE_COMMAND) return tlm::TLM_OK_RESPONSE;
  const auto length = payload.get_data_length();
  const auto width = payload.get_streaming_width();
  if (length == 0 || width == 0) return tlm::TLM_BURST_ERROR_RESPONSE;
  const auto capacity = static_cast<Address>(spec_.capacity);
  const Address reach = std::min(length, width);
  if (payload.get_address() > capacity || reach > capacity - payload.get_address()) {
    return tlm::TLM_ADDRESS_ERROR_RESPONSE;
  }
  if (payload.get_byte_enable_ptr() != nullptr && payload.get_byte_enable_length() == 0) {
    return tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE;
  }
  if (payload.is_write() && spec_.read_only) return tlm::TLM_COMMAND_ERROR_RESPONSE;
  return tlm::TLM_OK_RESPONSE;
}

void TlmMemory::warn_of(const tlm::tlm_generic_payload& payload) const {
  if (payload.is_response_ok()) return;
  SC_REPORT_WARNING(
      memory_message,
      fmt::format("{}: {} at {:#x}, {} bytes: {}", name(), payload.is_write() ? "write" : "read",
                  payload.get_address(), payload.get_data_length(), payload.get_response_string())
          .c_str());
}

void TlmMemory::move_data(const tlm::tlm_generic_payload& payload) {
  unsigned char* const data = payload.get_data_ptr();
  if (!content_ || data == nullptr) return;
  unsigned char* const memory = content_.get() + payload.get_address();
  const unsigned char* const enabled = payload.get_byte_enable_ptr();
  for (unsigned i = 0; i < payload.get_data_length(); ++i) {
    if (enabled != nullptr && enabled[i % payload.get_byte_enable_length()] != TLM_BYTE_ENABLED) {
      continue;
    }
    unsigned char& kept = memory[i % payload.get_streaming_width()];
    if (payload.is_write()) {
      kept = data[i];
    } else {
      data[i] = kept;
    }
  }
}

Picoseconds TlmMemory::serve_in_order(const tlm::tlm_generic_payload& payload, Picoseconds at) {
  last_arrival_ = std::max(last_arrival_, at);
  Picoseconds end = at;
  for (std::size_t i = parts_of(payload); i > 0; --i) {
    end = std::max(end, timing_->serve_at_once(burst_of(payload, last_arrival_)).done);
  }
  return end;
}

void TlmMemory::b_transport(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay) {
  const tlm::tlm_response_status status = check(payload);
  payload.set_response_status(status);
  warn_of(payload);
  if (status != tlm::TLM_OK_RESPONSE || payload.get_command() == tlm::TLM_IGNORE_COMMAND) return;
  move_data(payload);
  payload.set_dmi_allowed(content_ && constant_latency(spec_));
  if (!reorders()) {
    delay = to_sc(serve_in_order(payload, now() + from_sc(delay)) - now());
    return;
  }
  sc_core::wait(delay);
  sc_core::sc_event done;
  take_request(payload, &done);
  sc_core::wait(done);
  delay = to_sc(std::max<Picoseconds>(0, pending_.at(&payload).end - now()));
  pending_.erase(&payload);
}

tlm::tlm_sync_enum TlmMemory::nb_transport_fw(tlm::tlm_generic_payload& payload,
                                              tlm::tlm_phase& phase, sc_core::sc_time& delay) {
  if (phase == tlm::END_RESP) {
    phases_.notify(payload, phase, delay);
    return tlm::TLM_ACCEPTED;
  }
  const tlm::tlm_response_status status = check(payload);
  payload.set_response_status(status);
  warn_of(payload);
  if (status != tlm::TLM_OK_RESPONSE || payload.get_command() == tlm::TLM_IGNORE_COMMAND) {
    return tlm::TLM_COMPLETED;
  }
  payload.acquire();
  if (delay > sc_core::SC_ZERO_TIME) {
    phases_.notify(payload, phase, delay);
    return tlm::TLM_ACCEPTED;
  }
  if (!take_request(payload, nullptr)) return tlm::TLM_ACCEPTED;
  phase = tlm::END_REQ;
  return tlm::TLM_UPDATED;
}

// Passes a transaction to the memory. Returns whether the memory has taken all of its bursts. If
// the memory has not taken all bursts, END_REQ is sent later.
bool TlmMemory::take_request(tlm::tlm_generic_payload& payload, sc_core::sc_event* done) {
  if (done == nullptr) {
    move_data(payload);
    payload.set_dmi_allowed(content_ && constant_latency(spec_));
  }
  if (!reorders()) {
    answer_at(payload, serve_in_order(payload, now()));
    return true;
  }
  Pending& pending = pending_[&payload];
  pending.payload = &payload;
  pending.done = done;
  pending.to_submit = pending.to_complete = parts_of(payload);
  requests_.push_back(&pending);
  const bool taken = requests_.size() == 1 && submit_bursts(pending);
  schedule();
  return taken;
}

// Submits bursts of a waiting transaction until the memory's queue is full. Returns whether all
// bursts of the transaction have been submitted.
bool TlmMemory::submit_bursts(Pending& pending) {
  for (; pending.to_submit > 0 && !timing_->full(); --pending.to_submit) {
    last_arrival_ = std::max(last_arrival_, now());
    Burst burst = burst_of(*pending.payload, last_arrival_);
    if (free_tags_.empty()) {
      free_tags_.push_back(static_cast<std::uint32_t>(by_tag_.size()));
      by_tag_.push_back(nullptr);
    }
    burst.tag = free_tags_.back();
    free_tags_.pop_back();
    by_tag_[burst.tag] = &pending;
    timing_->submit(burst);
  }
  if (pending.to_submit > 0) return false;
  requests_.pop_front();
  return true;
}

void TlmMemory::schedule() {
  decide_.cancel();
  if (timing_->pending() == 0) return;
  decide_.notify(to_sc(std::max<Picoseconds>(0, timing_->next_decision() - now())));
}

void TlmMemory::decide() {
  while (timing_->pending() > 0 && timing_->next_decision() <= now()) {
    complete(timing_->complete_one());
    while (!requests_.empty()) {
      Pending& next = *requests_.front();
      if (!submit_bursts(next)) break;
      if (next.done != nullptr) continue;
      tlm::tlm_phase phase = tlm::END_REQ;
      sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
      socket->nb_transport_bw(*next.payload, phase, delay);
    }
  }
  schedule();
}

void TlmMemory::complete(const Completion& completion) {
  Pending& pending = *by_tag_[completion.tag];
  free_tags_.push_back(completion.tag);
  pending.end = std::max(pending.end, completion.done);
  if (--pending.to_complete > 0) return;
  if (pending.done != nullptr) return pending.done->notify(sc_core::SC_ZERO_TIME);
  tlm::tlm_generic_payload& payload = *pending.payload;
  const Picoseconds end = pending.end;
  pending_.erase(&payload);
  answer_at(payload, end);
}

void TlmMemory::answer_at(tlm::tlm_generic_payload& payload, Picoseconds end) {
  phases_.notify(payload, tlm::BEGIN_RESP, to_sc(std::max<Picoseconds>(0, end - now())));
}

void TlmMemory::take_phase(tlm::tlm_generic_payload& payload, const tlm::tlm_phase& phase) {
  if (phase == tlm::BEGIN_REQ) {
    if (!take_request(payload, nullptr)) return;
    tlm::tlm_phase accepted = tlm::END_REQ;
    sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
    socket->nb_transport_bw(payload, accepted, delay);
  } else if (phase == tlm::BEGIN_RESP) {
    responses_.push_back(&payload);
    if (responses_.size() == 1) send_response();
  } else if (phase == tlm::END_RESP) {
    end_response();
    if (!responses_.empty()) send_response();
  }
}

// Sends waiting responses. Only one response can be in progress, so the function stops at the first
// response that the initiator does not end within the call.
void TlmMemory::send_response() {
  while (!responses_.empty()) {
    tlm::tlm_phase phase = tlm::BEGIN_RESP;
    sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
    const tlm::tlm_sync_enum state = socket->nb_transport_bw(*responses_.front(), phase, delay);
    const bool ended =
        state == tlm::TLM_COMPLETED || (state == tlm::TLM_UPDATED && phase == tlm::END_RESP);
    if (!ended) return;
    end_response();
  }
}

void TlmMemory::end_response() {
  tlm::tlm_generic_payload* const payload = responses_.front();
  responses_.pop_front();
  payload->release();
}

// Moves data without taking time, as far as the bytes lie within the memory. Moves no data if the
// memory keeps no content. Returns the number of bytes moved.
unsigned TlmMemory::transport_dbg(tlm::tlm_generic_payload& payload) {
  const auto capacity = static_cast<Address>(spec_.capacity);
  if (!content_ || payload.get_address() >= capacity || payload.get_data_ptr() == nullptr) return 0;
  const Address bytes =
      std::min<Address>(payload.get_data_length(), capacity - payload.get_address());
  unsigned char* const memory = content_.get() + payload.get_address();
  if (payload.is_write()) {
    std::copy_n(payload.get_data_ptr(), bytes, memory);
  } else if (payload.is_read()) {
    std::copy_n(memory, bytes, payload.get_data_ptr());
  } else {
    return 0;
  }
  return static_cast<unsigned>(bytes);
}

bool TlmMemory::get_direct_mem_ptr(tlm::tlm_generic_payload& payload, tlm::tlm_dmi& dmi) {
  const std::optional<ConstantLatency> latency = constant_latency(spec_);
  const auto capacity = static_cast<Address>(spec_.capacity);
  const bool refused = payload.is_write() && spec_.read_only;
  if (!content_ || !latency || refused || payload.get_address() >= capacity) {
    dmi.allow_none();
    return false;
  }
  dmi.set_dmi_ptr(content_.get());
  dmi.set_start_address(0);
  dmi.set_end_address(capacity - 1);
  dmi.set_read_latency(to_sc(latency->read));
  dmi.set_write_latency(to_sc(latency->write));
  if (spec_.read_only) {
    dmi.allow_read();
  } else {
    dmi.allow_read_write();
  }
  return true;
}

}  // namespace spillway
