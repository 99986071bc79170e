// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "planner/problem.h"
#include "traces/network.h"

namespace spillway {

/// Returns the memory that TinyEngine's kernel for `op` needs besides its operands. The im2col
/// buffer has 4 kh kw Cin bytes for a convolution, 2 kh kw Cin bytes for a depthwise convolution,
/// and 2 (H + 2p) (W + 2p) bytes for a depthwise convolution in place. Convolutions that are not
/// 1x1 also need twice the bytes of their weights. Zero if the operator is not int8.
KernelWorkspace tinyengine_workspace(const Network& network, const Operator& op);

}  // namespace spillway
