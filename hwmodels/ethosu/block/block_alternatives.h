// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "hwmodels/ethosu/block/npu_op.h"

namespace spillway::ethosu {

/// The largest number of blocks that block_alternatives() returns.
constexpr std::size_t most_block_alternatives = 12;

/// Returns OFM blocks that may make the operation faster than its block in `op.operation`, the
/// compiler's. The compiler chooses the block for which the fewest elements are fetched, which is
/// not always the fastest. An estimate of the time orders the blocks that fit the processor's
/// buffers. The result has the fastest blocks of the three best depths first, then the other
/// fastest blocks. It is empty for operations whose block does not come from a search.
std::vector<BlockShape> block_alternatives(const Config& config, const NpuOp& op);

}  // namespace spillway::ethosu
