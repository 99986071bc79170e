// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "hwmodels/program.h"
#include "hwmodels/target/least_times.h"
#include "planner/plan_network.h"

namespace spillway {

/// What no plan can change, of a network on a target.
struct BoundInputs {
  const Program& program;      // with every tensor in a fastest memory without limit
  const WeightNeeds& needs;    // whose weights lie in a slower memory; none = no memory limits them
  CascadeShapes cascades;      // none = operators run one after the other
  Bytes fast_bytes = 0;        // where weights may wait
  double bytes_per_cycle = 0;  // at most, of the memory that the weights lie in; 0 = unlimited
  LeastWork least;             // of its operators, where they run one after the other
};

/// Cycles that no plan goes below. All operators up to one have ended no earlier than
/// * the busier of the MAC and the output engine has done their blocks, and the host its work; an
///   operator that can run in a cascade counts with the stripes of fewest cycles;
/// * where operators run one after the other, each has taken what it takes at least, whole or in
///   slices after the one before, or in stripes, alone or in a cascade; a cascade reads what fast
///   memory does not hold of its weights twice at least;
/// * from the end of an earlier operator on (where they run one after the other, from when its
///   successor's constants could be asked for), the weights of those behind it have come from their
///   memory at its peak rate, but for what fast memory held before. Where kernels overlap, the next
///   one's may already have been on their way: the processor reads ahead by one kernel. A cascade
///   that reaches over the end reads weights that stay in place again for its last stripe, and
///   holds the others in fast memory.
Cycles latency_bound(const BoundInputs& inputs);

}  // namespace spillway
