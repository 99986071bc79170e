// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "planner/plan_network.h"

namespace spillway {

/// The result of fill_in_maps().
struct FilledMaps {
  PlanningResult result;             // the planner's result, without its list of placements
  std::vector<TensorIndex> tensors;  // tensors that had no place
  /// The number of `tensors` that did not get the place that the planner chose, because other
  /// residencies of the plan use bytes of this place.
  std::size_t moved = 0;
};

/// Places the feature maps of `network` that `plan` does not place yet. The planner of `request`
/// plans only these maps. If other residencies of `plan` use the bytes that the planner chose for a
/// map, the map goes to the lowest free offset of the same memory. If that memory is full, the map
/// goes to the next slower memory that has space and that the pins of `request` allow. Pins of maps
/// that already have a place are ignored. If maps do not fit, the function does not throw:
/// FilledMaps::result has a status and the number of missing bytes.
FilledMaps fill_in_maps(const Network& network, const PlanningRequest& request, Plan& plan);

}  // namespace spillway
