// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hwmodels/program.h"
#include "hwmodels/target/target.h"

namespace spillway::ethosu {

/// Sets ProgramOperator::least, a lower bound of each operator's cycles. For operators on the CPU,
/// whose cost no vendor publishes: their bytes over the bandwidth of their memories, one memory
/// after the other. For kernels: their multiply-accumulates over the NPU's rate, which is doubled
/// because sparse weights may skip half of them.
void set_least_times(const Target& target, Program& program);

}  // namespace spillway::ethosu
