// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "planner/problem.h"

namespace spillway {

/// A problem in which every chain of operators that write over their input has become one buffer.
struct ChainedProblem {
  PlanningProblem problem;  // the original problem without the buffers inside other buffers
  /// For each original buffer, its index in `problem`. An original buffer that lies inside another
  /// buffer has the index of the other buffer.
  std::vector<BufferIndex> index_of;
  /// For each original buffer inside another buffer: the original index of the other buffer. -1 =
  /// the buffer lies in no other buffer.
  std::vector<BufferIndex> outer_buffers;
  /// For each original buffer inside another buffer: its offset from the start of the other buffer.
  /// 0 for all other buffers.
  std::vector<Bytes> offset_in_outer;
};

/// Finds the in-place chains of xformer's memory planner. A chain follows overlappable operators
/// whose input has no other use. The last output keeps the buffer of the chain, and every earlier
/// value of the chain lies at the end of this buffer. Like xformer, the function tests whether an
/// output is smaller than its input only after the operator has joined the chain. So if the last
/// output is smaller than its input, the input begins below the start of the buffer. This defect is
/// reproduced on purpose.
ChainedProblem chain_in_place(const PlanningProblem& problem);

}  // namespace spillway
