// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "planner/plan_network.h"
#include "traces/network.h"

namespace spillway {

/// A plan from a file, in which a planner has placed the tensors that the file does not place.
struct ImportedPlan {
  // The plan. Its note says which tensors the file does not place, and who placed these tensors.
  NetworkPlan plan;
  std::size_t maps_filled = 0;  // number of feature maps that the planner placed
};

/// Reads a plan for `lowered`, the lowered form of `plain`, from `text` with read_given_plan().
/// Adds what `text` does not contain: the planner of `request` places feature maps
/// (fill_in_maps()), the weight policy of `request` chooses weight flows, and constants go to the
/// memory that `request` names. `source` names the plan in error messages. Throws the errors of
/// read_given_plan() and plan_network(), and UserError(run_failed) with every violation if the plan
/// is not valid.
ImportedPlan plan_as_given(const std::string& text, const std::string& source, const Network& plain,
                           const Network& lowered, PlanningRequest request);

}  // namespace spillway
