// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "experiments/point/design_point.h"
#include "experiments/point/point_option.h"
#include "experiments/relinking/homes.h"
#include "traces/timing.h"

namespace spillway {

/// What to write a compiled file for.
struct RelinkRequest {
  DesignPoint point;    // target, mode and capacities; completed for the file
  std::string planner;  // empty = by simulated time
  PlannerOptions planner_options;
  std::optional<PlacedProblem> plan;  // instead of a planner
  ArenaLimits limits;
};

/// How many kernels and transfers the command streams of a file contain.
struct StreamCounts {
  std::size_t kernels = 0, transfers = 0;
};

/// The result of relinking, with the timing of the original and of the new file.
struct RelinkedFile {
  std::vector<std::uint8_t> bytes;  // of the original where that is kept
  std::string kept_because;         // empty = the file is a new one
  MovableBuffers before, after;
  std::optional<Timing> original;  // none: it does not fit the memories
  std::string does_not_fit;        // why
  Timing emitted;                  // of the file in `bytes`
  std::string planner;             // or "given plan"
  std::size_t simulated = 0;       // files that were tried
  bool rewritten = false;          // for a plan of the network: other operations and weights
  std::string not_planned;        // why no plan of the network was written though one was asked for
  std::optional<Cycles> planned;  // of that plan, when it was simulated itself
  StreamCounts counts_before, counts_after;  // where it is rewritten
};

/// Whether `relink` takes this option of a design point: options of the hardware, and sizes of
/// memories. A compiled file decides everything else itself.
bool is_option_of_relink(const PointOption& option);

/// The family of a compiled file that can be written anew. Throws UserError(usage) for others.
const ProcessorFamily& relinking_family(const Network& compiled);

/// The sizes that `point` gives a file's arenas: those that the user named, else the file's own.
ArenaLimits arena_limits(const MovableBuffers& movable, const DesignPoint& point,
                         const Target& target);

/// Gives the buffers of a compiled file new addresses. The result is never slower than the
/// original; if no change helps, the result is the original. A changed file is returned only after
/// the proof that it computes the same. Throws
/// UserError(run_failed) when the proof fails or nothing fits, UserError(usage) for files that
/// cannot be written anew.
RelinkedFile relink_file(const Network& compiled, const RelinkRequest& request);

/// Makes `compiled` itself, whose timing `result` has, the file that is written.
void keep_original(const Network& compiled, const std::string& because, RelinkedFile& result);

}  // namespace spillway
