// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "planner/problem.h"
#include "traces/network.h"

namespace spillway {

/// What TinyEngine's kernel for `op` needs beside its operands: an im2col buffer (4 kh kw Cin for a
/// convolution, 2 kh kw Cin for a depthwise one, 2 (H + 2p) (W + 2p) when that works in place) and
/// a copy of twice the kernel for convolutions that are not 1x1; int8 only, else nothing.
KernelWorkspace tinyengine_workspace(const Network& network, const Operator& op);

/// The buffers of a network as TinyEngine sees them: [start, end) counted in layers.
struct Rectangles {
  std::vector<Buffer> buffers;
  std::vector<BufferIndex> rectangle_of;  // per buffer of the problem; -1 = no operator uses it
};

/// From the operators of `problem`. An in-place depthwise output joins the rectangle of its input;
/// what nobody reads stays live to the end, except at layer 0.
Rectangles tinyengine_rectangles(const PlanningProblem& problem, bool in_place);

}  // namespace spillway
