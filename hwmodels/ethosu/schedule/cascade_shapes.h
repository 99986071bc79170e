// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hwmodels/target/target.h"
#include "planner/plan_costs.h"
#include "traces/network.h"

namespace spillway::ethosu {

/// Returns a function for a lowered network. The function returns the shape of a cascade of
/// operators `first` to `last` whose last operator computes stripes of `rows` rows; nothing if
/// these operators cannot run as a cascade. Rules:
/// * Every operator after the first reads the complete output of the preceding operator as its
///   first input (IFM).
/// * The stripe height of an operator is that of the following operator, times the vertical stride
///   of the following operator.
///
/// The function refers to `network` and `target`, which must outlive it.
CascadeShapes cascade_shapes(const Network& network, const Target& target);

}  // namespace spillway::ethosu
