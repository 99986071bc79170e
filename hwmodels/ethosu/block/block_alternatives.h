// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "hwmodels/ethosu/block/npu_op.h"

namespace spillway::ethosu {

/// The largest number of blocks that block_alternatives() returns.
constexpr std::size_t most_block_alternatives = 12;

/// Returns OFM blocks that may make the operation faster than the block in `op.operation`, which is
/// the compiler's choice. The compiler does not choose blocks by time, so its block is not always
/// the fastest. All other fitting_blocks() are ranked by an estimate of the operation's time. The
/// result begins with the fastest block of each of the three best block depths. The next blocks
/// follow, fastest first, up to most_block_alternatives in all. The result is empty if the
/// operation has no other fitting_blocks().
std::vector<BlockShape> block_alternatives(const Config& config, const NpuOp& op);

}  // namespace spillway::ethosu
