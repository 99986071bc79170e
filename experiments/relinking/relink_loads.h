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

/// A request to rewrite a file whose operators load weights into the arena. The file determines
/// what `point` leaves open. `point` must not name a planner.
struct LoadsRequest {
  DesignPoint point;
  std::string planner;  // empty = all planners are tried, and the best file is the result
  PlannerOptions planner_options;
  // The text of a plan that is used instead of a planner; empty = none.
  std::string plan_text;
  std::string plan_source;
};

/// The differences between a file with loads and its original, as numbers of operators and tensors.
struct LoadChanges {
  // Loads that start later or earlier in the order of operators than in the original.
  int loads_later = 0, loads_earlier = 0;
  int waits_moved = 0;  // operators that wait for loads, in another place of the order
  int maps_moved = 0, weights_moved = 0;  // tensors with another offset than in the original
};

struct LoadsFile {
  // Contents of the new file or, if the original is kept, of the original.
  std::vector<std::uint8_t> bytes;
  std::string kept_because;                 // why the original is kept; empty = it is not
  std::string planner;                      // the planner that chose the offsets
  Network network;                          // the network that `bytes` contains
  Plan plan_before, plan_after;             // the arena is memory 0
  Bytes arena_before = 0, arena_after = 0;  // without the runtime's own records
  std::optional<Timing> original;           // nullopt = the original does not fit the memories
  std::string does_not_fit;                 // why the original does not fit
  Timing emitted;
  LoadChanges changes;
  std::size_t simulated = 0;  // number of files that were tried
};

/// Returns the processor family whose runtime runs files with loads, if `compiled` is such a file
/// and contains a plan of its arena; null for other files.
const ProcessorFamily* load_ordering_family(const Network& compiled);

/// Writes a file with other start times of loads and other offsets in the arena. A load starts just
/// before its reader. If loads can start early, each of them starts as early as that saves time.
/// The arena does not grow, unless the point gives the size of its memory. The result is the
/// original if the new file is slower, or neither faster nor smaller. A changed file is returned
/// only after a proof that it computes the same. Throws UserError(run_failed) if the proof fails
/// for a plan that the user chose, or if nothing fits.
LoadsFile relink_loads(const Network& compiled, const LoadsRequest& request);

}  // namespace spillway
