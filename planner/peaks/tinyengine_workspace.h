// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "planner/problem.h"
#include "traces/network.h"

namespace spillway {

/// Returns the bytes that TinyEngine's kernel for `op` needs besides its operands; zero if `op` is
/// not an int8 convolution. With a kernel of kh x kw and an input of H x W x Cin:
/// - The im2col buffer has 4 kh kw Cin bytes for a convolution and 2 kh kw Cin bytes for a
///   depthwise convolution.
/// - The im2col buffer of a depthwise convolution that writes over its input has
///   2 (H + 2 floor(kh / 2)) (W + 2 floor(kw / 2)) bytes.
/// - A convolution with kh > 1 also needs twice the bytes of its weights.
KernelWorkspace tinyengine_workspace(const Network& network, const Operator& op);

}  // namespace spillway
