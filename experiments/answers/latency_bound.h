// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "hwmodels/program.h"
#include "hwmodels/target/least_times.h"
#include "planner/plan_network.h"

namespace spillway {

/// What latency_bound() needs to know about a network on a target. A plan is not needed.
struct BoundInputs {
  // Program with all tensors in the fastest memory, whose capacity is unlimited.
  const Program& program;
  const WeightNeeds& needs;    // weights that lie in a slower memory; empty = weights take no time
  CascadeShapes cascades;      // possible cascades of operators; null = cascades are impossible
  Bytes fast_bytes = 0;        // bytes of fast memory for weights that are fetched early
  double bytes_per_cycle = 0;  // peak rate of the weights' memory; 0 = unlimited
  LeastWork least;             // least time of each operator; empty if kernels can overlap
};

/// Returns a number of cycles that no plan can undercut. An operator and all operators before it
/// cannot have ended before the latest of these times:
/// * The MAC engine and the output engine have processed the blocks of these operators, and the
///   host processor has executed its tasks. The engine with more cycles counts. An operator that
///   can run in a cascade counts with the stripe height that needs the fewest cycles.
/// * If operators run one after the other: each of these operators has taken its least time. An
///   operator may run as a whole, in slices of its output channels, or in stripes, with or without
///   a cascade. If the weights of one operator of a cascade do not fit fast memory, their excess
///   bytes are read at least twice.
/// * For each earlier operator E: the weights of the operators after E have been transferred at the
///   peak rate of their memory. The transfer begins when E ends or, if operators run one after the
///   other, when the constants of the operator after E can be requested. Weights that fast memory
///   and the weight decoder's buffer can hold at that time are subtracted; at the beginning of the
///   run, both hold no weights. If kernels overlap, the weights of the operator after E are
///   subtracted, too, because the processor reads ahead by one kernel. A cascade that begins before
///   E ends and ends later than E does not break this bound: either the cascade's weights are in
///   fast memory, or the cascade reads them again for its last stripe.
Cycles latency_bound(const BoundInputs& inputs);

}  // namespace spillway
