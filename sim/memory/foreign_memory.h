// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <functional>
#include <string>
#include <systemc>

#include "hwmodels/memory/memory_parameters.h"
#include "hwmodels/memory/memory_timing.h"
#include "sim/memory/tlm_link.h"

namespace spillway::sim {

/// A memory that another model simulates, behind a TlmLink. Its times cannot be computed ahead: a
/// burst is sent when it is submitted, and is complete when its answer arrives. Until an answer
/// arrives, next_decision() returns `never`. When an answer arrives, the callback of on_answer()
/// notifies the port.
class ForeignMemory final : public MemoryTiming, public TlmTransfer::Client {
 public:
  /// `name` is the name of the memory in messages, `origin` the SystemC time at which the run
  /// begins.
  ForeignMemory(const TlmParameters& parameters, std::string name, TlmLink& link,
                Picoseconds origin);

  void on_answer(std::function<void()> callback) { on_answer_ = std::move(callback); }
  const sc_core::sc_event& answered() const { return answered_; }
  /// Returns a description of the first answer that was not TLM_OK_RESPONSE; empty = no such
  /// answer.
  const std::string& failure() const { return failure_; }

  void reset() override;
  int window() const override { return parameters_.most_in_flight + 1; }
  int pending() const override { return static_cast<int>(waiting_ + answers_.size()); }
  OutstandingLimits outstanding() const override { return {0, 0, parameters_.most_in_flight}; }
  void submit(const Burst& burst) override;
  Picoseconds next_decision() const override;
  Completion complete_one() override;
  std::int64_t peak_bytes_per_second() const override { return 0; }

  void answer(const TlmTransfer& transfer, tlm::tlm_response_status status,
              const std::string& thrown) override;

 private:
  TlmParameters parameters_;
  std::string name_;
  TlmLink& link_;
  Picoseconds origin_;
  std::function<void()> on_answer_;
  sc_core::sc_event answered_;
  std::string failure_;
  std::size_t waiting_ = 0;         // bursts that wait for an answer
  std::vector<Picoseconds> sent_;   // time of sending, by tag
  std::deque<Completion> answers_;  // in the order in which they came
};

}  // namespace spillway::sim
