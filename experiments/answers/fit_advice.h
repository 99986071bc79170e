// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "experiments/point/design_point.h"

namespace spillway {

/// What makes a network fit whose plan for `point` does not, on a tile of xcore.ai: options to add,
/// each with the arena that it leaves and the simulated time, fastest first. Splits of operators
/// into strips of rows are searched for by their plans alone. Empty for other targets, for compiled
/// networks and those of more than a thousand operators, and where nothing helps.
std::string fit_advice(const Network& network, const DesignPoint& point);

}  // namespace spillway
