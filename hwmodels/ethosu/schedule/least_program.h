// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hwmodels/program.h"
#include "hwmodels/target/target.h"

namespace spillway::ethosu {

/// Sets ProgramOperator::least of what the CPU runs, whose cost no vendor publishes: its bytes over
/// the bandwidth of their memories, one after the other; and of kernels: their multiply-accumulates
/// over those of the NPU, which may leave out half of them where weights are sparse.
void set_least_times(const Target& target, Program& program);

}  // namespace spillway::ethosu
