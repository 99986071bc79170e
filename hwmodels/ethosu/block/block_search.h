// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "hwmodels/ethosu/block/config.h"
#include "hwmodels/ethosu/block/npu_op.h"
#include "hwmodels/ethosu/block/shram.h"

namespace spillway::ethosu {

/// How an operation is cut into blocks.
struct BlockConfig {
  BlockShape ofm;
  BlockShape ifm;  // what one OFM block needs, in whole microblocks
  bool part_kernel = false;
  std::optional<BlockShape> microblock;  // U85; of the others it is the configuration's
};

/// Makes `operation` run in these blocks.
void set_blocks(const BlockConfig& blocks, Operation& operation);

/// The blocks that fetch the fewest bytes per output element among all that fit the processor's
/// buffer: the search of Arm's public compiler (Vela 3.10, architecture_allocator; of a U85 that of
/// Vela 5.0). Throws UserError(run_failed) naming the operator when not even the smallest block
/// fits.
BlockConfig find_block_config(const Config& config, const NpuOp& op);

/// The same for an operation that runs in stripes of `rows` rows of its OFM: all stripes have the
/// blocks of one that no edge of the map clips. The operation is not upscaled.
BlockConfig find_stripe_blocks(const Config& config, const NpuOp& op, std::int32_t rows);

/// The layout of the internal buffer for an operation of U55 or U65 whose block and traversal are
/// set. `table` says that it applies a lookup table.
ShramLayout shram_layout(const Config& config, const Operation& op, bool table);

/// Input channels that a depth-first convolution takes in one step.
std::int32_t ifm_step_depth(const Operation& op);

}  // namespace spillway::ethosu
