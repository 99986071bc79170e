// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hwmodels/program.h"
#include "hwmodels/target/target.h"

namespace spillway::ethosu {

/// Sets ProgramOperator::least, a lower bound of each operator's cycles:
/// * Operators on the NPU: their multiply-accumulates, divided by twice the NPU's rate. The rate is
///   doubled because the NPU can skip half of the weights if they are sparse.
/// * Operators on the CPU: the time of their bytes at the bandwidths of the memories, one memory
///   after the other. No vendor publishes the compute cost of these operators.
void set_least_times(const Target& target, Program& program);

}  // namespace spillway::ethosu
