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

/// How to write a file anew whose operators load weights into the arena. `point` is completed for
/// the file and names no planner.
struct LoadsRequest {
  DesignPoint point;
  std::string planner;  // empty = what all planners make of it, by simulated time, then by size
  PlannerOptions planner_options;
  std::string plan_text;  // a plan made elsewhere instead; empty = none
  std::string plan_source;
};

/// How such a file differs from its original.
struct LoadChanges {
  int loads_later = 0, loads_earlier = 0;  // in front of a later or earlier one of the other
  int waits_moved = 0;                     // operators
  int maps_moved = 0, weights_moved = 0;   // tensors at other offsets
};

struct LoadsFile {
  std::vector<std::uint8_t> bytes;          // of the original where that is kept
  std::string kept_because;                 // empty = the file is a new one
  std::string planner;                      // whose offsets the file has
  Network network;                          // of `bytes`
  Plan plan_before, plan_after;             // of the arena: memory 0
  Bytes arena_before = 0, arena_after = 0;  // without the runtime's own records
  std::optional<Timing> original;           // none: it does not fit the memories
  std::string does_not_fit;                 // why
  Timing emitted;
  LoadChanges changes;
  std::size_t simulated = 0;  // files that were tried
};

/// The family whose runtime runs such a file, which brings a memory plan; null for other files.
const ProcessorFamily* load_ordering_family(const Network& compiled);

/// Puts every load in front of its reader or, where the file starts loads before they are waited
/// for, as early as that saves time, and gives the tensors of the arena new offsets. The arena does
/// not grow unless the point names a size of its memory. The original is the result where the new
/// file is slower, or neither faster nor smaller. A changed file is returned only after the proof
/// that it computes the same. Throws UserError(run_failed) when a plan that the user names is not
/// proven or nothing fits.
LoadsFile relink_loads(const Network& compiled, const LoadsRequest& request);

}  // namespace spillway
