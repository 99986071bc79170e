// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "hwmodels/ethosu/block/config.h"
#include "hwmodels/ethosu/block/npu_op.h"
#include "hwmodels/ethosu/block/shram.h"

namespace spillway::ethosu {

/// The sizes of the blocks into which an operation is divided.
struct BlockConfig {
  BlockShape ofm;
  // The extents of the IFM that an OFM block needs for one sub-kernel (part of a large kernel).
  // Height and width are rounded up to multiples of the microblock's (U55 and U65) or of
  // u85::ifm_unit() (U85).
  BlockShape ifm;
  bool part_kernel = false;
  std::optional<BlockShape> microblock;  // U85 only; U55 and U65 use Config::microblock
};

/// Copies OFM block, traversal (depth first or part-kernel first) and microblock from `blocks` to
/// `operation`.
void set_blocks(const BlockConfig& blocks, Operation& operation);

/// Returns the blocks that Arm's public compiler chooses (Vela 3.10, architecture_allocator; for
/// U85 Vela 5.0). On U55 and U65, the compiler considers all blocks that fit the processor's
/// buffer. It takes the block for which the fewest elements are fetched per output element; for
/// elementwise operations, it takes the largest block. Throws UserError(run_failed) with the
/// operator's name if not even the smallest block fits.
BlockConfig find_block_config(const Config& config, const NpuOp& op);

/// Returns the OFM blocks that fit the processor's buffers; find_block_config() returns one of
/// them. Returns no blocks for elementwise operations and, on U85, for copies and sums over
/// channels.
std::vector<BlockShape> fitting_blocks(const Config& config, const NpuOp& op);

/// Returns the blocks of an operation whose OFM blocks are `ofm`, one of fitting_blocks().
BlockConfig with_ofm_block(const Config& config, const NpuOp& op, const BlockShape& ofm);

/// Returns the blocks of an operation that runs in stripes of `rows` rows of its OFM. All stripes
/// have the same blocks: those for a stripe in the middle of the map, without padding. The
/// operation must not upscale its IFM.
BlockConfig find_stripe_blocks(const Config& config, const NpuOp& op, std::int32_t rows);

/// Returns the layout of the internal buffer (SHRAM) for an operation of U55 or U65 whose block and
/// traversal (depth first or part-kernel first) are set. `table` says whether the operation applies
/// a lookup table.
ShramLayout shram_layout(const Config& config, const Operation& op, bool table);

/// The number of input channels that a depth-first convolution takes in one step.
std::int32_t ifm_step_depth(const Operation& op);

}  // namespace spillway::ethosu
