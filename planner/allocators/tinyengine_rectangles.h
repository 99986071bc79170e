// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "planner/problem.h"

namespace spillway {

/// The buffers that TinyEngine allocates for a network (its rectangles of lifetime x addresses).
/// Lifetimes [lower, upper) are counted in layers.
struct Rectangles {
  std::vector<Buffer> buffers;
  std::vector<BufferIndex> rectangle_of;  // per buffer of the problem; -1 = no operator uses it
};

/// Returns the rectangles of the operators of `problem`. If `in_place` is true, an in-place
/// depthwise output joins the rectangle of its input. A rectangle is live until the last layer that
/// reads it. If no later layer reads it, it is live until the last layer of the network, or only
/// during layer 0 if it begins there. Scratch buffers are live during their own layer only,
/// persistent buffers during all layers.
Rectangles tinyengine_rectangles(const PlanningProblem& problem, bool in_place);

}  // namespace spillway
