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

/// Returns the rectangles of the operators of `problem`. If `in_place` is true, an in-place
/// depthwise output joins the rectangle of its input. A rectangle that no later operator reads is
/// live until the last layer; if such a rectangle begins at layer 0, it is live during layer 0
/// only.
Rectangles tinyengine_rectangles(const PlanningProblem& problem, bool in_place);

}  // namespace spillway
