// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <systemc>

#include "sim/exponential.h"
#include "sim/run_context.h"

namespace spillway::sim {

/// Another master as a load on a port: bursts at a fixed period or with exponential gaps, one
/// outstanding, for as long as the program runs.
class BackgroundMaster : public sc_core::sc_module {
 public:
  SC_HAS_PROCESS(BackgroundMaster);
  explicit BackgroundMaster(const sc_core::sc_module_name& name);

  /// `spec` null = silent in the next run. `finished` tells when the program has ended.
  void configure(const RunContext& context, const BackgroundSpec* spec, const bool& finished);
  void start() { start_.notify(sc_core::SC_ZERO_TIME); }
  bool idle() const { return !running_; }

 private:
  void load_loop();
  void run();
  void move_burst(Address address, bool write);
  /// Mean time from one burst to the next.
  Picoseconds period() const;

  const RunContext* context_ = nullptr;
  const BackgroundSpec* spec_ = nullptr;
  const bool* finished_ = nullptr;
  std::size_t memory_ = 0;
  bool running_ = false;
  sc_core::sc_event start_, granted_;
};

}  // namespace spillway::sim
