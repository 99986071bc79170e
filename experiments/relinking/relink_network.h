// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "experiments/relinking/relink_file.h"

namespace spillway {

/// A request to rewrite a compiled file for a plan of its plain network.
struct NetworkRelinkRequest {
  // Target, mode and capacities; what they leave open is taken from the compiled file.
  DesignPoint point;
  std::string planner;  // empty = the fastest in simulation
  PlannerOptions planner_options;
  std::string plan_text;  // a plan made elsewhere, or a compiled file, used instead of a planner
  std::string plan_source;
};

/// Throws UserError(usage) if `plain` is a compiled network.
void require_not_compiled(const Network& plain);

/// Plans `plain`, the network that `compiled` was made from, and rewrites `compiled` for this plan,
/// with its stripes, weight slices and addresses. Unless `point` gives capacities, the plan may use
/// as much memory as the file uses. The result is never slower than the original. If the plan is
/// not faster or cannot be written, relink_file() changes only addresses; but if the user chose the
/// planner or the plan, the result is then the original. A changed file is returned only after a
/// proof that it computes the same. Throws UserError(input_file) for a file of another network, and
/// UserError(run_failed) if the user's planner or plan does not fit or cannot be written.
RelinkedFile relink_network(const Network& compiled, const Network& plain,
                            const NetworkRelinkRequest& request);

}  // namespace spillway
