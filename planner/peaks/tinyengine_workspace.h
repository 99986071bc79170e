// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "planner/problem.h"
#include "traces/network.h"

namespace spillway {

/// Returns the memory that TinyEngine's kernel for `op` needs besides its operands; zero if the
/// operator is not int8. The kernel is kh x kw, the input H x W x Cin. The im2col buffer has 4 kh
/// kw Cin bytes for a convolution and 2 kh kw Cin bytes for a depthwise convolution. A depthwise
/// convolution in place needs 2 (H + kh - 1) (W + kw - 1) bytes if its kernel has odd sizes.
/// Convolutions that are not 1x1 also need twice the bytes of their weights.
KernelWorkspace tinyengine_workspace(const Network& network, const Operator& op);

}  // namespace spillway
