// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hwmodels/ethosu/block/block_search.h"

namespace spillway::ethosu {

/// As find_block_config(), for a U85: microblock, traversal and block by the search of Arm's public
/// compiler for it (Vela 5.0). `op` has the extents of the whole maps. Without extents in `ofm`
/// when no block fits.
BlockConfig find_block_config_u85(const Config& config, const NpuOp& op);

/// Whether a convolution of `taps` over `inputs` channels uses more of a U85's array when it takes
/// the kernel first; `sparse` = of every four weights two are zero.
bool u85_reads_part_kernel_first(std::int32_t taps, std::int32_t inputs, bool sparse);

}  // namespace spillway::ethosu
