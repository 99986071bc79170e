// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hwmodels/ethosu/block/block_search.h"

namespace spillway::ethosu {

/// The counterpart of find_block_config() for U85: chooses microblock, traversal and block by the
/// search of Arm's public compiler (Vela 5.0). `op` has the extents of the whole maps. If no block
/// fits, all extents of the result's `ofm` are 0.
BlockConfig find_block_config_u85(const Config& config, const NpuOp& op);

/// Whether part-kernel-first order uses at least as much of a U85's array as depth-first order, for
/// a convolution of `taps` over `inputs` channels. `sparse` says that two of every four weights are
/// zero.
bool u85_reads_part_kernel_first(std::int32_t taps, std::int32_t inputs, bool sparse);

}  // namespace spillway::ethosu
