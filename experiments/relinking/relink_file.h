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

/// A request to write a compiled file with other addresses of its buffers.
struct RelinkRequest {
  // Target, mode and capacities. The file determines what the point leaves open.
  DesignPoint point;
  // Empty = the homes that several planners choose are simulated, and the fastest ones are
  // improved.
  std::string planner;
  PlannerOptions planner_options;
  std::optional<PlacedProblem> plan;  // a plan that is used instead of a planner
  ArenaLimits limits;
};

/// How many kernels and transfers the command streams of a file contain.
struct StreamCounts {
  std::size_t kernels = 0, transfers = 0;
};

/// The result of relinking, with the timing of the original and of the new file.
struct RelinkedFile {
  // Contents of the new file or, if the original is kept, of the original.
  std::vector<std::uint8_t> bytes;
  std::string kept_because;  // why the original is kept; empty = it is not
  MovableBuffers before, after;
  std::optional<Timing> original;  // nullopt = the original does not fit the memories
  std::string does_not_fit;        // why the original does not fit
  Timing emitted;                  // timing of the file in `bytes`
  std::string planner;             // the planner, or "given plan"
  std::size_t simulated = 0;       // number of files that were tried
  // Whether the file was rewritten for a plan of the plain network. Its operations and weights then
  // differ from the original's.
  bool rewritten = false;
  // Why no file was written for a plan of the plain network, although one was requested.
  std::string not_planned;
  // Cycles of the plan of the plain network, simulated before a file was written for it.
  std::optional<Cycles> planned;
  StreamCounts counts_before, counts_after;  // set if `rewritten`
  // Number of kernels whose blocks are smaller than in the plan.
  std::size_t smaller_blocks = 0;
  // Cycles of the rewritten file if all blocks were those of the plan.
  Cycles with_planned_blocks = 0;
};

/// Whether `relink` accepts this option. It accepts only options of the hardware, sizes of memories
/// and the allocator, because the compiled file determines everything else.
bool is_option_of_relink(const PointOption& option);

/// Returns the processor family of a compiled file that can be relinked. Throws UserError(usage)
/// for other files.
const ProcessorFamily& relinking_family(const Network& compiled);

/// Returns the largest sizes of a file's arenas: those that the user gives at `point`, else the
/// sizes that the file has.
ArenaLimits arena_limits(const MovableBuffers& movable, const DesignPoint& point,
                         const Target& target);

/// Gives the buffers of a compiled file new addresses. The result is never slower than the
/// original; if no change helps, the result is the original. A changed file is returned only after
/// a proof that it computes the same. Throws UserError(run_failed) if the proof fails or nothing
/// fits, UserError(usage) for files that cannot be rewritten.
RelinkedFile relink_file(const Network& compiled, const RelinkRequest& request);

/// Simulates the original file and sets `timing`. If the file does not fit the memories of the
/// point, sets `does_not_fit` to the reason instead.
void simulate_original(const Network& compiled, const DesignPoint& point,
                       std::optional<Timing>& timing, std::string& does_not_fit);

/// Throws UserError(run_failed) unless the processor family proves that `emitted` computes the same
/// as `compiled`.
void require_proof(const ProcessorFamily& family, const Network& compiled, const Network& emitted);

/// Makes the original file the result, for the reason `because`. `result` must have the timing of
/// the original.
void keep_original(const Network& compiled, const std::string& because, RelinkedFile& result);

}  // namespace spillway
