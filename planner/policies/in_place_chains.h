// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "planner/problem.h"

namespace spillway {

/// A problem in which every chain of operators that write over their input has become one buffer.
struct ChainedProblem {
  PlanningProblem problem;  // without the buffers that are inside other buffers
  /// Per original buffer, its index in `problem`. If it is inside another buffer, that buffer's
  /// index.
  std::vector<BufferIndex> index_of;
  std::vector<BufferIndex> hosts;     // per original buffer, the original host; -1 = none
  std::vector<Bytes> offset_in_host;  // per original buffer; 0 if it has no host
};

/// Finds the in-place chains of xformer's memory planner. A chain follows overlappable operators
/// whose input has no other use. The last output keeps the buffer of the chain, and every earlier
/// value lies at the buffer's end. As in the original, the size of a link is tested only after the
/// link was added: if the last output is smaller than its input, the input begins below the start
/// of the buffer. This defect is reproduced on purpose.
ChainedProblem chain_in_place(const PlanningProblem& problem);

}  // namespace spillway
