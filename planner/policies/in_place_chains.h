// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "planner/problem.h"

namespace spillway {

/// A problem in which chains of operators that write over their input have become one buffer each.
struct ChainedProblem {
  PlanningProblem problem;            // without the buffers that live inside others
  std::vector<BufferIndex> index_of;  // per original buffer, in `problem`; of the host when inside
  std::vector<BufferIndex> hosts;     // per original buffer, the original host; -1 = its own
  std::vector<Bytes> offset_in_host;  // per original buffer; 0 for those that are their own
};

/// The in-place chains of xformer's memory planner. Chains follow overlappable operators whose
/// input has no other use; the last output keeps the buffer for the whole chain, with every earlier
/// value at its end. The size of a link is tested only after it was taken, so that a last output
/// smaller than its input places that input below the start of the buffer: a defect of the
/// original, kept.
ChainedProblem chain_in_place(const PlanningProblem& problem);

}  // namespace spillway
