// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hwmodels/program.h"
#include "hwmodels/target/target.h"

namespace spillway::ethosu {

/// Sets ProgramOperator::least, a lower bound of each operator's cycles:
/// * Operators on the NPU: the number of their multiply-accumulates, divided by twice the NPU's
///   rate, because the NPU can skip half of the weights if they are sparse.
/// * Operators on the CPU: the time of their accesses at the bandwidths of the memories, one access
///   after the other. No vendor publishes how long the CPU computes.
void set_least_times(const Target& target, Program& program);

}  // namespace spillway::ethosu
