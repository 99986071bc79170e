// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "planner/plan_network.h"
#include "traces/network.h"

namespace spillway {

/// A plan that was made elsewhere, with its gaps filled in.
struct ImportedPlan {
  NetworkPlan plan;             // its note says what the file left open and who decided it
  std::size_t maps_filled = 0;  // feature maps that the planner placed
};

/// Reads the plan that `text` gives for `lowered`, the lowered form of `plain`, with
/// read_given_plan(). Fills in what the text leaves open: the planner of `request` places feature
/// maps (fill_in_maps()), its weight policy chooses weight flows, and constants go where the
/// request puts them. Throws as read_given_plan() and plan_network() do, and UserError(run_failed)
/// with every violation if the plan is not valid.
ImportedPlan plan_as_given(const std::string& text, const std::string& source, const Network& plain,
                           const Network& lowered, PlanningRequest request);

}  // namespace spillway
