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
/// rectangle of its input. A rectangle that no later operator reads is live until the last layer;
/// if it begins at layer 0, it is live during that layer only.
Rectangles tinyengine_rectangles(const PlanningProblem& problem, bool in_place);

}  // namespace spillway
