// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "planner/problem.h"

namespace spillway {

/// The buffers of a network as TinyEngine allocates them; lifetimes [start, end) are counted in
/// layers.
struct Rectangles {
  std::vector<Buffer> buffers;
  std::vector<BufferIndex> rectangle_of;  // per buffer of the problem; -1 = no operator uses it
};

/// Makes the rectangles from the operators of `problem`. An in-place depthwise output joins the
/// rectangle of its input. A buffer that no operator reads stays live to the end, except at layer
/// 0.
Rectangles tinyengine_rectangles(const PlanningProblem& problem, bool in_place);

}  // namespace spillway
