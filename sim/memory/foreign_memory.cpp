// SPDX-License-Identifier: Apache-2.0
#include "sim/memory/foreign_memory.h"

#include <limits>
#include <utility>

#include <fmt/format.h>

#include "base/terminal_text.h"
#include "sim/kernel/sim_time.h"
#include "sim/memory/message_types.h"

namespace spillway::sim {
namespace {

const char* name_of(tlm::tlm_response_status status) {
  switch (status) {
    case tlm::TLM_OK_RESPONSE:
      return "TLM_OK_RESPONSE";
    case tlm::TLM_INCOMPLETE_RESPONSE:
      return "TLM_INCOMPLETE_RESPONSE";
    case tlm::TLM_ADDRESS_ERROR_RESPONSE:
      return "TLM_ADDRESS_ERROR_RESPONSE";
    case tlm::TLM_COMMAND_ERROR_RESPONSE:
      return "TLM_COMMAND_ERROR_RESPONSE";
    case tlm::TLM_BURST_ERROR_RESPONSE:
      return "TLM_BURST_ERROR_RESPONSE";
    case tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE:
      return "TLM_BYTE_ENABLE_ERROR_RESPONSE";
    case tlm::TLM_GENERIC_ERROR_RESPONSE:
      break;
  }
  return "TLM_GENERIC_ERROR_RESPONSE";
}

}  // namespace

ForeignMemory::ForeignMemory(const TlmParameters& parameters, std::string name, TlmLink& link,
                             Picoseconds origin)
    : parameters_(parameters), name_(std::move(name)), link_(link), origin_(origin) {}

void ForeignMemory::reset() {
  link_.forget();
  answers_.clear();
  waiting_ = 0;
  failure_.clear();
}

void ForeignMemory::submit(const Burst& burst) {
  if (burst.tag >= sent_.size()) sent_.resize(burst.tag + std::size_t{1});
  sent_[burst.tag] = time_since(origin_);
  ++waiting_;
  TlmTransfer transfer;
  transfer.address = parameters_.base + burst.address;
  transfer.bytes = burst.bytes;
  transfer.write = burst.write;
  transfer.blocking = parameters_.blocking;
  transfer.tag = burst.tag;
  transfer.client = this;
  link_.send(transfer);
}

Picoseconds ForeignMemory::next_decision() const {
  return answers_.empty() ? std::numeric_limits<Picoseconds>::max() : answers_.front().done;
}

Completion ForeignMemory::complete_one() {
  const Completion completion = answers_.front();
  answers_.pop_front();
  return completion;
}

void ForeignMemory::answer(const TlmTransfer& transfer, tlm::tlm_response_status status,
                           const std::string& thrown) {
  if (status != tlm::TLM_OK_RESPONSE && failure_.empty()) {
    const std::string said = thrown.empty() ? fmt::format("answered {}", name_of(status))
                                            : fmt::format("threw '{}'", name_text(thrown));
    failure_ =
        fmt::format("memory '{}': its TLM-2.0 target {} to a {} of {} bytes at {:#x}", name_, said,
                    transfer.write ? "write" : "read", transfer.bytes, transfer.address);
    SC_REPORT_WARNING(foreign_message, failure_.c_str());
  }
  --waiting_;
  Completion completion;
  completion.tag = transfer.tag;
  // The bandwidth profile spreads the data over the whole time from the request to the answer,
  // because only these two times are known.
  completion.first_data = sent_[transfer.tag];
  completion.done = time_since(origin_);
  answers_.push_back(completion);
  answered_.notify(sc_core::SC_ZERO_TIME);
  if (on_answer_) on_answer_();
}

}  // namespace spillway::sim
