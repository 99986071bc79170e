// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "planner/problem.h"
#include "traces/network.h"

namespace spillway {

/// Returns the bytes that TinyEngine's kernel for `op` needs besides its operands; zero if `op` is
/// not an int8 convolution. With a kernel of kh x kw and an input of H x W x Cin:
/// - The im2col buffer has 4 kh kw Cin bytes for a convolution and 2 kh kw Cin bytes for a
///   depthwise convolution.
/// - A depthwise convolution that writes over its input needs 2 (H + kh - 1) (W + kw - 1) bytes if
///   kh and kw are odd.
/// - A convolution that is not 1x1 also needs twice the bytes of its weights.
KernelWorkspace tinyengine_workspace(const Network& network, const Operator& op);

}  // namespace spillway
