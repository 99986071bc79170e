// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <vector>

#include "planner/planner.h"
#include "planner/problem.h"

namespace spillway {

/// The position of a buffer relative to its anchor. The anchor is the buffer that is reached by
/// following relative placements from buffer to buffer; it has no relative placement itself. A
/// buffer without a relative placement is its own anchor, at distance 0.
struct Anchor {
  BufferIndex buffer = -1;
  Bytes distance = 0;
};
Anchor anchor_of(const std::vector<Buffer>& buffers, BufferIndex index);

/// Returns the buffer inside which `buffer` is placed and whose bytes it shares; -1 = none.
BufferIndex shared_outer(const Buffer& buffer);

/// Places buffer `follower` directly after the end of buffer `leader`, at the first offset that the
/// alignments of `follower` and of every memory allow. If `leader` itself follows another buffer,
/// place_behind() must have been called for `leader` before. A memory that is blocked for
/// `follower` becomes blocked for the anchor of `leader`, too.
void place_behind(PlanningProblem& problem, BufferIndex follower, BufferIndex leader);

/// Runs `plan` on `problem` without the buffers that stay unplaced (Buffer::stays_unplaced) and
/// without those that are placed relative to another buffer (Buffer::placed_inside). Returns the
/// result with the relative placements added: the offset of a buffer inside another buffer is the
/// offset of the outer buffer plus the distance that the problem gives. In the problem that `plan`
/// gets, an outer buffer is large enough for all buffers inside it and live as long as any of them.
/// Buffers with Buffer::stays_unplaced stay unplaced.
PlanningResult with_relatives_resolved(
    const PlanningProblem& problem,
    const std::function<PlanningResult(const PlanningProblem&)>& plan);

}  // namespace spillway
