// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hwmodels/program.h"

namespace spillway::sim {

/// An elementwise block's results follow its last operand by this many cycles (depth of the
/// element-wise path in the block model that was checked against Arm's FVP counters).
constexpr Cycles elementwise_latency = 8;

/// Where kernels do not overlap (U55, U65), a kernel asks for its first block so many cycles after
/// the last write of the kernel before. Fitted, to the nearest power of two, on RNNoise on a
/// U55-256 with a fast flash (external latency of 16 and of 64 cycles, 200 words per period): 46 to
/// 56 are missing per kernel there.
constexpr Cycles kernel_start = 64;

}  // namespace spillway::sim
