// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "planner/plan_network.h"
#include "traces/network.h"

namespace spillway {

/// A plan from a file, completed by a planner where the file leaves tensors open.
struct ImportedPlan {
  // The plan. Its note says what the file left open and who decided it.
  NetworkPlan plan;
  std::size_t maps_filled = 0;  // number of feature maps that the planner placed
};

/// Reads a plan for `lowered`, the lowered form of `plain`, from `text` with read_given_plan().
/// Completes what the text leaves open: the planner of `request` places feature maps
/// (fill_in_maps()), its weight policy chooses weight flows, and constants go to the memory that
/// the request names. `source` names the plan in error messages. Throws as read_given_plan() and
/// plan_network() do, and UserError(run_failed) with every violation if the plan is not valid.
ImportedPlan plan_as_given(const std::string& text, const std::string& source, const Network& plain,
                           const Network& lowered, PlanningRequest request);

}  // namespace spillway
