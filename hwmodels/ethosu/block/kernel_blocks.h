// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hwmodels/ethosu/block/config.h"
#include "hwmodels/ethosu/block/operation.h"
#include "hwmodels/program.h"

namespace spillway::ethosu {

/// Appends `operation`, whose addresses, regions (= memories of the target) and blocks are set, to
/// `program` as a kernel of operator `op`: its blocks clipped to the OFM, their cycles and
/// accesses. Returns the kernel's index.
std::uint32_t append_kernel(const Config& config, const Operation& operation, OperatorIndex op,
                            Program& program);

}  // namespace spillway::ethosu
