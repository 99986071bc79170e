// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "planner/problem.h"

namespace spillway {

/// The buffer that finally decides where buffer `index` lies, and the distance to its start; itself
/// for one that is placed by itself.
struct Anchor {
  BufferIndex buffer = -1;
  Bytes distance = 0;
};
Anchor anchor_of(const std::vector<Buffer>& buffers, BufferIndex index);

/// The buffer whose bytes `buffer` shares on purpose; -1 = none.
BufferIndex shared_host(const Buffer& buffer);

/// Places buffer `guest` directly behind buffer `host`, whose own place is decided already: at the
/// first offset behind its last byte that the alignments of the buffer and of every memory allow.
/// Memories that are blocked for the one are blocked for both.
void place_behind(PlanningProblem& problem, BufferIndex guest, BufferIndex host);

}  // namespace spillway
