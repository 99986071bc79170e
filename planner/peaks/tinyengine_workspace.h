// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "planner/problem.h"
#include "traces/network.h"

namespace spillway {

/// Returns the memory that TinyEngine's kernel for `op` needs besides its operands: an im2col
/// buffer (4 kh kw Cin for a convolution, 2 kh kw Cin for a depthwise one, 2 (H + 2p) (W + 2p) for
/// one in place) and a copy of twice the kernel for convolutions that are not 1x1. Zero if the
/// operator is not int8.
KernelWorkspace tinyengine_workspace(const Network& network, const Operator& op);

}  // namespace spillway
