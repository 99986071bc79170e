// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hwmodels/program.h"

namespace spillway::sim {

/// An elementwise block's results follow its last operand by this many cycles (depth of the
/// element-wise path in the block model that was checked against Arm's FVP counters).
constexpr Cycles elementwise_latency = 8;

}  // namespace spillway::sim
