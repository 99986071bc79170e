// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hwmodels/program.h"
#include "hwmodels/target/target.h"

namespace spillway::ethosu {

/// Sets ProgramOperator::least, a lower bound of each operator's cycles. For kernels, it is their
/// multiply-accumulates divided by the NPU's rate; the rate is doubled because the NPU can skip
/// half of the weights if they are sparse. No vendor publishes the cost of operators on the CPU, so
/// their bound is the time of their bytes at the bandwidths of their memories, one memory after the
/// other.
void set_least_times(const Target& target, Program& program);

}  // namespace spillway::ethosu
