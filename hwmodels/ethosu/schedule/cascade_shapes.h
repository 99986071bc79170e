// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hwmodels/target/target.h"
#include "planner/plan_costs.h"
#include "traces/network.h"

namespace spillway::ethosu {

/// Returns a function that gives the shape of a possible cascade of a lowered network: operators
/// `first` to `last`, with stripes of `rows` rows. Rules:
/// * Every operator of a cascade reads the output of the preceding operator, and otherwise only
///   data from outside the cascade.
/// * The stripe height of an operator is that of the following operator, times the vertical stride
///   of the following operator.
/// The result refers to `network` and `target`, which must outlive it.
CascadeShapes cascade_shapes(const Network& network, const Target& target);

}  // namespace spillway::ethosu
