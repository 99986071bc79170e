// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "hwmodels/ethosu/block/config.h"
#include "hwmodels/ethosu/block/npu_op.h"
#include "hwmodels/ethosu/block/shram.h"

namespace spillway::ethosu {

/// The blocks into which an operation is divided.
struct BlockConfig {
  BlockShape ofm;
  BlockShape ifm;  // the IFM that one OFM block needs, in whole microblocks
  bool part_kernel = false;
  std::optional<BlockShape> microblock;  // U85 only; on U55 and U65 the configuration has one
};

/// Sets block, traversal and microblock of `operation`.
void set_blocks(const BlockConfig& blocks, Operation& operation);

/// Returns the blocks that fetch the fewest bytes per output element, of all blocks that fit the
/// processor's buffer. This is the search of Arm's public compiler (Vela 3.10,
/// architecture_allocator; for U85 that of Vela 5.0). Throws UserError(run_failed) with the
/// operator's name if not even the smallest block fits.
BlockConfig find_block_config(const Config& config, const NpuOp& op);

/// The blocks of an operation that runs in stripes of `rows` rows of its OFM. All stripes have the
/// blocks of a stripe that no edge of the map clips. The operation must not be upscaled.
BlockConfig find_stripe_blocks(const Config& config, const NpuOp& op, std::int32_t rows);

/// The layout of the internal buffer for an operation of U55 or U65 whose block and traversal are
/// set. `table` says that the operation applies a lookup table.
ShramLayout shram_layout(const Config& config, const Operation& op, bool table);

/// The number of input channels that a depth-first convolution takes in one step.
std::int32_t ifm_step_depth(const Operation& op);

}  // namespace spillway::ethosu
