// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "experiments/point/design_point.h"
#include "traces/timing.h"
#include "traces/network.h"

namespace spillway {

struct ProcessorFamily;

/// A request to rewrite a file whose operators load weights into the arena. What `point` leaves
/// open is taken from the file; `point` names no planner.
struct LoadsRequest {
  DesignPoint point;
  std::string planner;  // empty = all are tried; the fastest file counts, of equals the smallest
  PlannerOptions planner_options;
  std::string plan_text;  // a plan made elsewhere, used instead; empty = none
  std::string plan_source;
};

/// The differences between such a file and its original.
struct LoadChanges {
  int loads_later = 0, loads_earlier = 0;  // loads that start before a later or an earlier operator
  int waits_moved = 0;                     // number of operators
  int maps_moved = 0, weights_moved = 0;   // tensors with another offset
};

struct LoadsFile {
  std::vector<std::uint8_t> bytes;          // content of the file; the original's if that is kept
  std::string kept_because;                 // empty = the file is a new one
  std::string planner;                      // the planner that chose the file's offsets
  Network network;                          // the network in `bytes`
  Plan plan_before, plan_after;             // plans of the arena, which is memory 0
  Bytes arena_before = 0, arena_after = 0;  // arena sizes, without the runtime's own records
  std::optional<Timing> original;           // none: the original does not fit the memories
  std::string does_not_fit;                 // why the original does not fit
  Timing emitted;
  LoadChanges changes;
  std::size_t simulated = 0;  // number of files that were tried
};

/// The family whose runtime runs such a file, which must contain a memory plan; null for other
/// files.
const ProcessorFamily* load_ordering_family(const Network& compiled);

/// Moves every load to just before its reader. If the file has loads that start early, each load
/// starts as early as that saves time. Gives the tensors of the arena new offsets. The arena does
/// not grow unless the point gives the size of its memory. The result is the original if the new
/// file is slower, or neither faster nor smaller. A changed file is returned only after a proof
/// that it computes the same. Throws UserError(run_failed) if the proof fails for a plan that the
/// user chose, or if nothing fits.
LoadsFile relink_loads(const Network& compiled, const LoadsRequest& request);

}  // namespace spillway
