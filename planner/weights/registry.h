// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "planner/weight_policy.h"

// The weight policies, each defined in the file of its name. A new policy needs a file, a test and
// a line here. The order is that of `spillway list weight-policies`.
#define SPILLWAY_WEIGHT_POLICIES(X) \
  X(auto_weights)                   \
  X(in_place_weights)               \
  X(vela_weights)                   \
  X(prefetched_weights)

namespace spillway {

#define SPILLWAY_DECLARE(name) WeightPolicy name();
SPILLWAY_WEIGHT_POLICIES(SPILLWAY_DECLARE)
#undef SPILLWAY_DECLARE

}  // namespace spillway
