// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hwmodels/program.h"
#include "hwmodels/target/target.h"

namespace spillway {

/// The cycles of a replayed command stream by the rule with which Arm's compiler estimates. A
/// kernel takes the maximum of MAC array, output engine and, for each memory, the bytes of kernel
/// and transfers at the memory's nominal rate. Kernels do not overlap, and latencies are ignored.
Cycles cycles_by_velas_rule(const Program& program, const Target& target);

}  // namespace spillway
