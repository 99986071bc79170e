// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "experiments/point/design_point.h"
#include "traces/network.h"
#include "traces/timing.h"

namespace spillway {

struct ProcessorFamily;

/// A request to rewrite a file whose operators load weights into the arena. The file determines all
/// options that `point` does not set. `point` must not name a planner.
struct LoadsRequest {
  DesignPoint point;
  std::string planner;  // name of the planner; empty = try all that do not simulate their plans
  PlannerOptions planner_options;
  // The text of a plan that is used instead of a planner; empty = planners make the plans.
  std::string plan_text;
  std::string plan_source;
};

/// The differences between a rewritten file and its original: numbers of operators and tensors. A
/// load is an operator that copies weights into the arena.
struct LoadChanges {
  // Numbers of loads that start later or earlier in the order of operators than in the original.
  int loads_later = 0, loads_earlier = 0;
  // Number of operators that wait for a load and have another position.
  int waits_moved = 0;
  // Numbers of feature maps and of weights with a new offset.
  int maps_moved = 0, weights_moved = 0;
};

struct LoadsFile {
  // Contents of the new file; if the original is kept, contents of the original file.
  std::vector<std::uint8_t> bytes;
  // Why the original file is kept; empty = a new file was made.
  std::string kept_because;
  std::string planner;                      // the named planner, "search" or "given plan"
  Network network;                          // the network that `bytes` contains
  Plan plan_before, plan_after;             // plans of the arena (memory 0)
  Bytes arena_before = 0, arena_after = 0;  // arena size in bytes, without the runtime's records
  std::optional<Timing> original;           // nullopt = the original file does not fit
  std::string does_not_fit;                 // why the original does not fit the memories
  Timing emitted;
  LoadChanges changes;
  std::size_t simulated = 0;  // number of files that were simulated
};

/// Returns the processor family whose kernels `compiled` contains, if this family can move loads
/// (operators that copy weights into the arena) and `compiled` has a plan of its arena. Returns
/// null for all other files.
const ProcessorFamily* load_ordering_family(const Network& compiled);

/// Rewrites a file with loads (operators that copy weights into the arena): changes when loads
/// start, and the offsets in the arena. A load starts just before the operator that reads the
/// loaded weights, or earlier if an early start saves time. The arena does not grow, unless the
/// point gives the size of the arena's memory. The result is the original file if the new file is
/// slower, or neither faster nor smaller. A changed file is returned only after a proof that it
/// computes the same results as the original. Throws UserError(run_failed) if neither the original
/// nor a new file fits the memory, or if the proof fails for the plan or planner that the user
/// chose.
LoadsFile relink_loads(const Network& compiled, const LoadsRequest& request);

}  // namespace spillway
