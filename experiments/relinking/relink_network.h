// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "experiments/relinking/relink_file.h"

namespace spillway {

/// A request to rewrite a compiled file for a plan of the plain (not compiled) network from which
/// the file was compiled.
struct NetworkRelinkRequest {
  // Target, mode and capacities. The compiled file determines all options that the point does not
  // set.
  DesignPoint point;
  std::string planner;  // name of the planner; empty = `search`, which simulates its plans
  PlannerOptions planner_options;
  // The text of a plan, or the contents of a compiled file, that is used instead of a planner.
  std::string plan_text;
  std::string plan_source;
};

/// Throws UserError(usage) if `plain` is a compiled network.
void require_not_compiled(const Network& plain);

/// Rewrites the file `compiled` for a new plan of `plain`, the network from which the file was
/// compiled. The new file has the stripes, weight slices and addresses of the new plan. Unless
/// `point` gives the capacity of the fast memory, the plan may use at most as much fast memory as
/// the compiled file uses. The result is never slower than the original:
/// * If the user chose a planner or a plan, and the plan is not faster, the result is the original.
/// * If the user chose neither, and the plan is not faster or cannot be written, relink_file()
///   changes only the addresses in the file.
///
/// A changed file is returned only after a proof that it computes the same results as the original.
/// Throws UserError(input_file) for a file of another network, and UserError(run_failed) if the
/// user's planner or plan does not fit or cannot be written.
RelinkedFile relink_network(const Network& compiled, const Network& plain,
                            const NetworkRelinkRequest& request);

}  // namespace spillway
