// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hwmodels/program.h"

namespace spillway::sim {

/// Cycles from the last operand of an elementwise block to its results: the depth of the
/// element-wise path in the block model that was checked against the counters of Arm's FVP.
constexpr Cycles elementwise_latency = 8;

}  // namespace spillway::sim
