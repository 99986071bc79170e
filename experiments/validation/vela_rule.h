// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hwmodels/program.h"
#include "hwmodels/target/target.h"

namespace spillway {

/// Cycles of a replayed command stream by the rule with which Arm's compiler estimates: per kernel
/// the largest of MAC array, output engine and, for each memory, the bytes of kernel and transfers
/// at the memory's nominal rate; nothing overlaps between kernels and no latency counts.
Cycles cycles_by_velas_rule(const Program& program, const Target& target);

}  // namespace spillway
