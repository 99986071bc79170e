// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hwmodels/program.h"

namespace spillway::sim {

/// Cycles from the last operand of an elementwise block to its results. The simulated counters
/// agree with those of Arm's FVP (Arm's simulator) at this value.
constexpr Cycles elementwise_latency = 8;

}  // namespace spillway::sim
