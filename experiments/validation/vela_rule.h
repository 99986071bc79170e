// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hwmodels/program.h"
#include "hwmodels/target/target.h"

namespace spillway {

/// Estimates the cycles of a compiled command stream by the rule of Arm's compiler. A kernel takes
/// as long as its slowest resource: MAC array, output engine, or one of the memories. The time of a
/// memory is the number of bytes that the kernel and its transfers move, divided by the nominal
/// rate of the memory. Kernels do not overlap, and latencies are ignored.
Cycles cycles_by_velas_rule(const Program& program, const Target& target);

}  // namespace spillway
