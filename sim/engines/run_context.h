// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "base/index.h"
#include "hwmodels/program.h"
#include "hwmodels/target/target.h"
#include "sim/accounts/ledger.h"
#include "sim/accounts/processor_log.h"
#include "sim/accounts/slice_log.h"
#include "sim/bounds/deadline_watch.h"
#include "sim/port/port.h"

namespace spillway::sim {

/// Data that the modules share during a run. The platform fills them in before the run starts.
struct RunContext {
  const Program* program = nullptr;
  const Target* target = nullptr;
  Ledger* ledger = nullptr;
  ProcessorLog* log = nullptr;     // log of the command parser
  std::vector<Port*> ports;        // ports by their index in Target::ports
  ClockDomain clock;               // clock of the processor
  Picoseconds origin = 0;          // SystemC time at which the run started
  SliceLog* slices = nullptr;      // null if the run keeps no slices
  std::string failure;             // if not empty, the error that ends the run
  DeadlineWatch* watch = nullptr;  // null if the run has no deadline

  Cycles longest_cycles = 0;  // the cycles of `clock` that fit into longest_run, plus one

  /// Returns the time of `cycles` of the processor. Cycles beyond the longest run are cut off,
  /// because their conversion to time would overflow.
  Picoseconds time_of(Cycles cycles) const {
    return clock.to_time(std::min(cycles, longest_cycles));
  }
  /// Returns `time`, cut off at the longest run. If a time was cut off, the run fails at its end.
  Picoseconds within_limit(Picoseconds time, OperatorIndex op) const {
    return ledger->within_limit(time, op);
  }

  void record(Track track, std::size_t lane, OperatorIndex op, Picoseconds start,
              Picoseconds end) const {
    if (slices != nullptr) slices->add(track, lane, op, start, end);
  }
  Picoseconds now() const { return time_of_run(origin); }
  Port& port_of(std::size_t memory) const { return *at(ports, target->memories[memory].port); }
};

/// Suspends the calling process until `time`. Does nothing if `time` is not in the future.
inline void wait_until(const RunContext& context, Picoseconds time) {
  const Picoseconds now = context.now();
  time = context.within_limit(time, -1);
  if (time > now) await(time - now);
}

/// Suspends the calling process until the port is free again after the last burst of `request`. The
/// process first waits for the event `finished` of the request, at which the times of all bursts
/// are known (Request::complete). Then it waits until Request::last_grant_end, which may still be
/// in the future.
inline void wait_for(const RunContext& context, const Request& request, Event& finished) {
  while (!request.complete) await(finished);
  wait_until(context, request.last_grant_end);
}

}  // namespace spillway::sim
