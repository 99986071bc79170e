// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hwmodels/program.h"
#include "hwmodels/target/target.h"

namespace spillway {

/// Estimates the cycles of a compiled command stream as Arm's compiler does. A kernel takes as long
/// as its slowest part: MAC array, output engine, or one of the memories. A memory takes the bytes
/// of the kernel and its transfers, divided by its nominal rate. Kernels do not overlap, and
/// latencies are ignored.
Cycles cycles_by_velas_rule(const Program& program, const Target& target);

}  // namespace spillway
