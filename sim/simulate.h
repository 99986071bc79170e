// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "hwmodels/memory/dram/command.h"
#include "hwmodels/memory/traffic_trace.h"
#include "hwmodels/program.h"
#include "hwmodels/target/target.h"
#include "sim/bounds/time_left.h"
#include "traces/npu_counters.h"
#include "traces/timing.h"

namespace spillway {

struct SimulationOptions {
  bool keep_slices = false;  // Timing::slices, for traces
  /// Where the bursts that reach `traffic_memory` (index into Target::memories) are recorded.
  std::vector<TrafficRecord>* traffic = nullptr;
  std::size_t traffic_memory = 0;
  /// Shown the commands of `dram_memory` (index into Target::memories), which is a DRAM.
  dram::CommandSink dram_commands;
  std::size_t dram_memory = 0;
  /// On SystemC's kernel in any case. Runs that nobody watches go by a faster one with the same
  /// results.
  bool systemc = false;
  /// Filled in with what the NPU's performance monitor would have counted.
  NpuCounters* counters = nullptr;
};

/// Runs `program` on a SystemC model of `target`. The platform is elaborated once per process and
/// configured anew for each call; a result never depends on earlier calls. Not thread-safe.
Timing simulate(const Target& target, const Program& program,
                const SimulationOptions& options = {});

/// simulate(target, program), where programs that begin alike come one after the other: what this
/// one has in common with the beginning of one of the last few is not simulated again. `chip` names
/// the target but for its capacities. Every `spacing` cycles of the processor, and less often in
/// long runs, lies a mark from which later programs can go on; one costs as much as some hundred
/// bursts. Only in front of memories that can be copied (MemoryTiming::clone()), without background
/// masters, and not in sanitized builds, which watch the stacks that it copies: else it is
/// simulate().
constexpr Cycles usual_spacing = 65'536;
Timing simulate_after_alike(const std::string& chip, const Target& target, const Program& program,
                            Cycles spacing = usual_spacing);

/// simulate(target, program); nothing where it takes longer. A run is given up when what is left
/// of it shows that.
std::optional<Timing> simulate_within(const Deadline& deadline, const Target& target,
                                      const Program& program);

/// The same of simulate_after_alike(): what a run has come to when it is given up is kept.
std::optional<Timing> simulate_after_alike_within(const Deadline& deadline, const std::string& chip,
                                                  const Target& target, const Program& program,
                                                  Cycles spacing = usual_spacing);

}  // namespace spillway
