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
  /// Whether the run records Timing::slices, for traces.
  bool keep_slices = false;
  /// If not null, receives the bursts that reach `traffic_memory` (index into Target::memories).
  std::vector<TrafficRecord>* traffic = nullptr;
  std::size_t traffic_memory = 0;
  /// If set, receives the commands of `dram_memory` (index into Target::memories), which must be a
  /// DRAM.
  dram::CommandSink dram_commands;
  std::size_t dram_memory = 0;
  /// Runs the program on SystemC, the reference. Without this option, only runs that record slices,
  /// traffic or DRAM commands, and runs with memories that other models simulate, use SystemC. All
  /// other runs use the fast kernel, which gives the same results.
  bool systemc = false;
  /// If not null, receives what the NPU's performance monitor would have counted.
  NpuCounters* counters = nullptr;
};

/// Runs `program` on a model of `target`. The model is elaborated once per process and configured
/// anew for each call, so a result never depends on earlier calls. Not thread-safe.
Timing simulate(const Target& target, const Program& program,
                const SimulationOptions& options = {});

constexpr Cycles usual_spacing = 65'536;

/// Does the same as simulate(target, program), but faster for a series of programs with common
/// beginnings. A run takes a snapshot every `spacing` cycles of the processor, and less often in
/// long runs. A later program starts from a snapshot of one of the last few runs: the latest
/// snapshot before the first command in which that run and the new program differ.
///
/// Programs with equal `chip` share snapshots, so `chip` must name everything of the target except
/// the capacities of its memories. No snapshots are taken for targets with background masters, with
/// an engine (Engine::save_in()) or memory (MemoryTiming::clone()) that cannot be copied, nor in
/// sanitized builds.
Timing simulate_after_alike(const std::string& chip, const Target& target, const Program& program,
                            Cycles spacing = usual_spacing);

/// Does the same as simulate(target, program), but returns nullopt if the run takes longer than the
/// deadline. A run is ended early (pruned) as soon as the lower bound of its remaining time shows
/// that it will miss the deadline.
std::optional<Timing> simulate_within(const Deadline& deadline, const Target& target,
                                      const Program& program);

/// Does the same as simulate_after_alike(), but returns nullopt if the run takes longer than the
/// deadline. The snapshots of a run that was ended early are kept.
std::optional<Timing> simulate_after_alike_within(const Deadline& deadline, const std::string& chip,
                                                  const Target& target, const Program& program,
                                                  Cycles spacing = usual_spacing);

}  // namespace spillway
