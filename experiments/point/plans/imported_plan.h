// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "planner/plan_network.h"
#include "traces/network.h"

namespace spillway {

/// A plan from a file. Tensors that the file does not place were placed by a planner or a rule.
struct ImportedPlan {
  // The complete plan. Its note says which tensors the file does not place, and which planner or
  // rule placed these tensors.
  NetworkPlan plan;
  std::size_t maps_filled = 0;  // number of feature maps that the planner placed
  // Whether the file says, for all operators that need it, how weights reach the processor.
  bool says_all_weights = false;
};

/// Reads a plan for `lowered`, the lowered form of `plain`, from `text` with read_given_plan().
/// Then adds what `text` does not contain:
/// * The planner of `request` places feature maps (fill_in_maps()).
/// * The weight policy of `request` chooses how weights reach the processor.
/// * Constants are stored in the memory that `request` names.
///
/// `source` names the plan in error messages. Throws the errors of read_given_plan() and
/// plan_network(), and UserError(input_file) for a plan that does not name the network's tensors.
/// If the planner's maps do not fit, the result has the planner's status. If the plan is not valid,
/// throws UserError(run_failed) with every violation or, if the plan only exceeds a memory,
/// CapacityError.
ImportedPlan plan_as_given(const std::string& text, const std::string& source, const Network& plain,
                           const Network& lowered, PlanningRequest request);

}  // namespace spillway
