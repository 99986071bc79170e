// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "experiments/point/point_cache.h"

namespace spillway {

/// Whether `point` gives the value `timed` for the option `blocks`.
bool wants_timed_blocks(const DesignPoint& point);

/// Returns the blocks with which simulations of `network` are fastest, for the value `timed` of the
/// option `blocks`. Operators that are missing in the result keep the compiler's blocks. The result
/// depends only on the target and on the options of the lowering, but not on the sizes of memories
/// at `point`: the simulations use the sizes of the memory mode. The result is empty if the network
/// does not fit the memories of the memory mode, or if other blocks save less than 1 % of the
/// network's time.
OperatorBlocks timed_blocks(const Network& network, const DesignPoint& point);

}  // namespace spillway
