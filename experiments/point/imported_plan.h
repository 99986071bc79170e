// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "planner/plan_network.h"
#include "traces/network.h"

namespace spillway {

/// A plan made elsewhere, made whole.
struct ImportedPlan {
  NetworkPlan plan;             // its note says what the file left open and who decided that
  std::size_t maps_filled = 0;  // feature maps that the planner placed
};

/// The plan that `text` gives for `lowered`, which was `plain`, as read_given_plan() reads it. What
/// it does not say is filled in: feature maps by the planner of `request` (fill_in_maps()), flows
/// of weights by its weight policy, constants where it puts them. Throws as read_given_plan() and
/// plan_network() do, and UserError(run_failed) with every violation when the plan is not valid.
ImportedPlan plan_as_given(const std::string& text, const std::string& source, const Network& plain,
                           const Network& lowered, PlanningRequest request);

}  // namespace spillway
