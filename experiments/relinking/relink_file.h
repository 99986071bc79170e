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

/// A request to write a compiled file with other addresses.
struct RelinkRequest {
  DesignPoint point;    // target, mode and capacities; what they leave open is taken from the file
  std::string planner;  // empty = the fastest in simulation
  PlannerOptions planner_options;
  std::optional<PlacedProblem> plan;  // used instead of a planner
  ArenaLimits limits;
};

/// How many kernels and transfers the command streams of a file contain.
struct StreamCounts {
  std::size_t kernels = 0, transfers = 0;
};

/// The result of relinking, with the timing of the original and of the new file.
struct RelinkedFile {
  std::vector<std::uint8_t> bytes;  // content of the file; the original's if that is kept
  std::string kept_because;         // empty = the file is a new one
  MovableBuffers before, after;
  std::optional<Timing> original;  // none: the original does not fit the memories
  std::string does_not_fit;        // why the original does not fit
  Timing emitted;                  // timing of the file in `bytes`
  std::string planner;             // the planner, or "given plan"
  std::size_t simulated = 0;       // number of files that were tried
  // Written for a plan of the plain network, with other operations and weights.
  bool rewritten = false;
  // Why no plan of the plain network was written although one was requested.
  std::string not_planned;
  std::optional<Cycles> planned;             // cycles of that plan in its own simulation
  StreamCounts counts_before, counts_after;  // set if the file is rewritten
  std::size_t smaller_blocks = 0;            // kernels with smaller blocks than planned
  Cycles with_planned_blocks = 0;            // of the rewritten file, if all blocks were as planned
};

/// Whether `relink` accepts this option of a design point: only options of the hardware, and sizes
/// of memories, because the compiled file determines everything else.
bool is_option_of_relink(const PointOption& option);

/// The family of a compiled file that can be rewritten. Throws UserError(usage) for other files.
const ProcessorFamily& relinking_family(const Network& compiled);

/// The sizes of a file's arenas at `point`: those that the user gives, else the file's own.
ArenaLimits arena_limits(const MovableBuffers& movable, const DesignPoint& point,
                         const Target& target);

/// Gives the buffers of a compiled file new addresses. The result is never slower than the
/// original; if no change helps, the result is the original. A changed file is returned only after
/// a proof that it computes the same. Throws UserError(run_failed) if the proof fails or nothing
/// fits, UserError(usage) for files that cannot be rewritten.
RelinkedFile relink_file(const Network& compiled, const RelinkRequest& request);

/// Simulates the original file: sets `timing` or, if the file does not fit the memories of the
/// point, the reason in `does_not_fit`.
void simulate_original(const Network& compiled, const DesignPoint& point,
                       std::optional<Timing>& timing, std::string& does_not_fit);

/// Throws UserError(run_failed) unless the family proves that `emitted` computes the same as
/// `compiled`.
void require_proof(const ProcessorFamily& family, const Network& compiled, const Network& emitted);

/// Makes the original file the result. `result` must have its timing.
void keep_original(const Network& compiled, const std::string& because, RelinkedFile& result);

}  // namespace spillway
