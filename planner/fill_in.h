// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "planner/plan_network.h"

namespace spillway {

/// What fill_in_maps() did.
struct FilledMaps {
  PlanningResult result;             // of the planner, without placements
  std::vector<TensorIndex> tensors;  // that had no place
  std::size_t moved = 0;  // of these, where the plan had something in the planner's place
};

/// Gives the feature maps of `network` that `plan` says nothing of the places that the planner of
/// `request` gives them when it plans them alone. Where the plan has something else there already,
/// a map goes to the lowest free place of the same memory, or of the next slower one with room that
/// the pins of `request` allow; pins of maps that have a place do not count. A plan whose maps were
/// cut out is thus made whole again by the planner that made it. What does not fit is a result, as
/// in plan_network().
FilledMaps fill_in_maps(const Network& network, const PlanningRequest& request, Plan& plan);

}  // namespace spillway
