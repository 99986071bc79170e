// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "experiments/relinking/relink_file.h"

namespace spillway {

/// How to relink a compiled file with a plan for its plain network.
struct NetworkRelinkRequest {
  DesignPoint point;    // target, mode and capacities; completed for the compiled file
  std::string planner;  // empty = by simulated time
  PlannerOptions planner_options;
  std::string plan_text;  // a plan made elsewhere, or a compiled file, instead of a planner
  std::string plan_source;
};

/// Throws UserError(usage) if `plain` is a compiled network itself.
void require_not_compiled(const Network& plain);

/// Plans `plain`, the network that `compiled` was made from, and writes `compiled` anew for this
/// plan: stripes, slices of weights and places are those of the plan. Unless `point` names
/// capacities, the plan gets as much memory as the file uses. The result is never slower than the
/// original. If the plan is not faster or cannot be written, relink_file() changes places only; if
/// the user chose the planner or the plan, the result is the original instead. A changed file is
/// returned only after the proof that it computes the same. Throws UserError(input_file) for a file
/// of another network, and UserError(run_failed) if the user's planner or plan does not fit or
/// cannot be written.
RelinkedFile relink_network(const Network& compiled, const Network& plain,
                            const NetworkRelinkRequest& request);

}  // namespace spillway
