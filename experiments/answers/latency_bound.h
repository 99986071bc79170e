// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "hwmodels/program.h"
#include "hwmodels/target/least_times.h"
#include "planner/plan_network.h"

namespace spillway {

/// Properties of a network on a target that no plan can change.
struct BoundInputs {
  const Program& program;      // program with every tensor in the fastest memory, without limit
  const WeightNeeds& needs;    // needs of weights in a slower memory; empty = weights cost no time
  CascadeShapes cascades;      // null = no cascades
  Bytes fast_bytes = 0;        // capacity for weights that are fetched early
  double bytes_per_cycle = 0;  // peak rate of the weights' memory; 0 = unlimited
  LeastWork least;             // least work of the operators, if they run one after the other
};

/// A lower bound in cycles for all plans. The operators up to a given one cannot have ended before:
/// * the busier of the MAC and the output engine has processed their blocks, and the host has done
/// its work. An operator that can run in a cascade counts with the stripes that need fewest cycles;
/// * if operators run one after the other: each has taken its least time, either whole or in slices
/// after the previous one, or in stripes, alone or in a cascade. A cascade reads the part of its
/// weights that exceeds fast memory at least twice;
/// * for each earlier operator: the weights of the operators after it have been transferred at the
/// peak rate of their memory, counted from its end (if operators run one after the other, from when
/// the constants of the next one could be requested). Weights that fast memory can have held at
/// that moment are subtracted; at the beginning of the run it holds none. If kernels overlap, the
/// weights of the next kernel are subtracted, too, because the processor reads ahead by one kernel.
/// A cascade that extends over that end reads its weights again for its last stripe, or holds them
/// in fast memory.
Cycles latency_bound(const BoundInputs& inputs);

}  // namespace spillway
