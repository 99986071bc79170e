// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "planner/plan_network.h"

namespace spillway::latency {

/// `plan` with every operator outside cascades in as many stripes of rows as suit it best, one
/// after the other: smaller blocks can keep the engines busier than whole maps do. Operators run
/// one after the other, so each is judged by its own cycles in five runs of all of them in stripes
/// of the same share. Equal to `plan` where none gains.
Plan in_stripes(const Plan& plan, const WeightPlanning& weights);

}  // namespace spillway::latency
