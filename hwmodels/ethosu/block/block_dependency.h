// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hwmodels/ethosu/block/operation.h"

namespace spillway::ethosu {

/// How many blocks of `before` may be unfinished while the first blocks of `op`, the operation
/// behind it, start, so that none of them reads what is still to be written (register BLOCKDEP); at
/// most what the configuration has, which operations get that share no data. The rule is that of
/// Arm's compiler, found by comparing with its command streams.
std::int32_t block_dependency(const Config& config, const Operation& before, const Operation& op);

}  // namespace spillway::ethosu
