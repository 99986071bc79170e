// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "hwmodels/ethosu/block/block_search.h"

namespace spillway::ethosu {

/// Returns the microblock, traversal (depth first or part-kernel first) and block of an operation
/// on U85, found by the search of Arm's public compiler (Vela 5.0). `op` has the extents of the
/// parts of maps that the operation reads and writes. If no block fits, all extents of the result's
/// `ofm` are 0.
BlockConfig find_block_config_u85(const Config& config, const NpuOp& op);

/// The functions fitting_blocks() and with_ofm_block() of block_search.h for operations on U85.
std::vector<BlockShape> fitting_blocks_u85(const Config& config, const NpuOp& op);
BlockConfig with_ofm_block_u85(const Config& config, const NpuOp& op, const BlockShape& ofm);

/// Whether a U85 computes a convolution with `taps` kernel positions and `inputs` input channels in
/// part-kernel-first order: true if this order keeps at least as much of the MAC array busy as
/// depth-first order. `sparse` says that at most two of every four weights are not zero.
bool u85_reads_part_kernel_first(std::int32_t taps, std::int32_t inputs, bool sparse);

}  // namespace spillway::ethosu
