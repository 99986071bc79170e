// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hwmodels/ethosu/block/config.h"
#include "hwmodels/ethosu/block/operation.h"
#include "hwmodels/program.h"

namespace spillway::ethosu {

/// Appends a kernel of operator `op` to `program`. The kernel has the blocks of `operation`,
/// clipped to the OFM, with the cycles and accesses of each block. Addresses, regions (= memories
/// of the target) and blocks of `operation` must be set. Returns the kernel's index.
std::uint32_t append_kernel(const Config& config, const Operation& operation, OperatorIndex op,
                            Program& program);

}  // namespace spillway::ethosu
