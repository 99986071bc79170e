// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "experiments/relinking/relink_file.h"

namespace spillway {

/// What to write a compiled file for, whose plain network is at hand.
struct NetworkRelinkRequest {
  DesignPoint point;    // target, mode and capacities; completed for the compiled file
  std::string planner;  // empty = by simulated time
  PlannerOptions planner_options;
  std::string plan_text;  // a plan made elsewhere, or a compiled file, instead of a planner
  std::string plan_source;
};

/// Writes `compiled` anew so that it runs as a plan for `plain` says, the network that it was
/// compiled from: whole operations, stripes, slices of weights and places are the plan's. The plan
/// has the room that the file uses, unless `point` names capacities. The result is never slower
/// than the original; if the plan is, or cannot be written, the buffers of the original get other
/// places as relink_file() chooses them, or, with a planner or a plan of the user's, the result is
/// the original. A changed file is returned only
/// after the proof that it computes the same. Throws UserError(input_file) for a file of another
/// network, and UserError(run_failed) if the user's planner or plan does not fit or cannot be
/// written.
RelinkedFile relink_network(const Network& compiled, const Network& plain,
                            const NetworkRelinkRequest& request);

}  // namespace spillway
