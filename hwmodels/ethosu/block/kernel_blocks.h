// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hwmodels/ethosu/block/config.h"
#include "hwmodels/ethosu/block/operation.h"
#include "hwmodels/program.h"

namespace spillway::ethosu {

/// Appends `operation` to `program` as a kernel of operator `op`: its blocks clipped to the OFM,
/// with their cycles and accesses. Addresses, regions (= memories of the target) and blocks of
/// `operation` must be set. Returns the kernel's index.
std::uint32_t append_kernel(const Config& config, const Operation& operation, OperatorIndex op,
                            Program& program);

}  // namespace spillway::ethosu
