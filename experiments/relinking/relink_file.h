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

/// A request to write a compiled file once more, with other addresses of its buffers.
struct RelinkRequest {
  // Target, mode and capacities. The compiled file determines all options that the point does not
  // set.
  DesignPoint point;
  // The planner that chooses the homes (arena and offset) of the buffers. If empty or a planner
  // that simulates its plans, several planners choose homes, the file is simulated with the homes
  // of each planner, and the fastest homes are improved.
  std::string planner;
  PlannerOptions planner_options;
  std::optional<PlacedProblem> plan;  // a plan that is used instead of a planner
  ArenaLimits limits;
};

/// How many kernels and transfers the command streams of a file contain.
struct StreamCounts {
  std::size_t kernels = 0, transfers = 0;
};

/// The result of giving a compiled file new addresses, with the timing of the original and of the
/// new file.
struct RelinkedFile {
  // Contents of the new file; if the original is kept, contents of the original file.
  std::vector<std::uint8_t> bytes;
  std::string kept_because;  // why the original file is kept; empty = a new file was made
  MovableBuffers before, after;
  // Timing of the original file; nullopt = the original file does not fit.
  std::optional<Timing> original;
  std::string does_not_fit;   // why the original does not fit the memories
  Timing emitted;             // timing of the file in `bytes`
  std::string planner;        // the planner, "search", "given plan" or the name of the plan
  std::size_t simulated = 0;  // number of files that were simulated
  // Whether the file was rewritten for a plan of the plain (not compiled) network. Operations and
  // weights then differ between the new file and the original.
  bool rewritten = false;
  // Why no file was written for a plan of the plain (not compiled) network, although the user has
  // requested one.
  std::string not_planned;
  // Simulated cycles of the plan of the plain (not compiled) network, before a file is written for
  // the plan.
  std::optional<Cycles> planned;
  // Kernels and transfers of the original and of the new file, if `rewritten`.
  StreamCounts counts_before, counts_after;
  // Number of kernels in the file whose blocks are smaller than the blocks of the plan.
  std::size_t smaller_blocks = 0;
  // Cycles of the rewritten file before blocks were made smaller than in the plan.
  Cycles with_planned_blocks = 0;
};

/// Whether the command `relink` accepts this option. `relink` accepts only options of the hardware,
/// sizes of memories and the allocator, because the compiled file determines everything else.
bool is_option_of_relink(const PointOption& option);

/// Returns the processor family of a compiled file. Throws UserError(usage) if `compiled` is not a
/// compiled file, or if its addresses cannot be rewritten.
const ProcessorFamily& relinking_family(const Network& compiled);

/// Returns the largest sizes, in bytes, that the arena and the fast arena of a new file may have.
/// If `point` contains a size for the memory of an arena (--memory), this size is the limit.
/// Otherwise the limit is the size of the arena in the compiled file; if the file also has a fast
/// arena in another memory, the arena outside of fast memory has no limit. If both arenas are in
/// the same memory, the size in `point` limits only the fast arena.
ArenaLimits arena_limits(const MovableBuffers& movable, const DesignPoint& point,
                         const Target& target);

/// Gives the buffers of a compiled file new addresses. The resulting file is never slower than the
/// original: if no change saves time, or saves bytes in the same time, the result is the original
/// file. A changed file is returned only after a proof that it computes the same results as the
/// original. Throws UserError(run_failed) if the proof fails, or if neither the original nor new
/// addresses fit the memories. Throws UserError(usage) for files that cannot be rewritten, and the
/// errors of given_homes().
RelinkedFile relink_file(const Network& compiled, const RelinkRequest& request);

/// Simulates the compiled file and stores the result in `timing`. If the file does not fit the
/// memories of the point, stores the reason in `does_not_fit` instead.
void simulate_original(const Network& compiled, const DesignPoint& point,
                       std::optional<Timing>& timing, std::string& does_not_fit);

/// Throws UserError(run_failed) unless the processor family proves that the files `emitted` and
/// `compiled` compute the same results.
void require_proof(const ProcessorFamily& family, const Network& compiled, const Network& emitted);

/// Makes the original file the result, with `because` as the reason. `result` must already have the
/// timing of the original.
void keep_original(const Network& compiled, const std::string& because, RelinkedFile& result);

}  // namespace spillway
