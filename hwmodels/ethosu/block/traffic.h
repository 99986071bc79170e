// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "hwmodels/ethosu/block/operation.h"
#include "hwmodels/program.h"

namespace spillway::ethosu {

/// Channels of the IFM that stay in the processor's buffer over all depth blocks of a column of OFM
/// blocks; the others are read again for each. Derived from the beat counters of Arm's FVPs:
/// * U55, U65: all channels of a convolution of one sub-kernel when they take at most two IFM
///   blocks, both halves of the double buffer; else none.
/// * U85, one sub-kernel: depth-first, all channels when what a block needs fits the IFM RAM in
///   bricks; kernel-first, the first 64.
/// `at` tells the size of the OFM block. Meant for convolutions; the channels of other operations
/// differ from one depth block to the next.
std::int32_t channels_kept(const Config& config, const Operation& op, const BlockPosition& at);

/// Appends what computing the block at `at` reads, in the order ifm, ifm2, weights, scales. Weights
/// and scales of a column of blocks are shared out over its depth blocks by depth. U85 reads the
/// IFM of a kernel's whole extent once per block, U55 and U65 once per sub-kernel.
void append_reads(const Config& config, const Operation& op, const BlockPosition& at,
                  std::vector<Access>& accesses);

/// Appends what the block at `at` writes.
void append_writes(const Operation& op, const BlockPosition& at, std::vector<Access>& accesses);

}  // namespace spillway::ethosu
