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

/// Whether the maps of a block are fetched only when the block before has been computed. On a U85,
/// a kernel-first convolution takes in 64 channels at a time; two such parts of a block's input
/// must fit the IFM RAM. From Arm's FVPs: a 3x3 convolution of 128 channels over 8x32 takes 196,266
/// cycles on U85-256 (a part has 8,704 bytes, the RAM 16 KiB). On U85-512 the same takes no longer
/// than one over 1x256, and one over 16x16 does (16,384 bytes). The compiler's table has 16 KiB for
/// that size, too; 32 KiB fit. Larger sizes are taken to be like it.
bool has_one_input_buffer(const Config& config, const Operation& op, const BlockPosition& at);

/// Appends what computing the block at `at` reads, in the order ifm, ifm2, weights, scales. Weights
/// and scales of a column of blocks are shared out over its depth blocks by depth. U85 reads the
/// IFM of a kernel's whole extent once per block, U55 and U65 once per sub-kernel.
void append_reads(const Config& config, const Operation& op, const BlockPosition& at,
                  std::vector<Access>& accesses);

/// Appends what the block at `at` writes.
void append_writes(const Operation& op, const BlockPosition& at, std::vector<Access>& accesses);

}  // namespace spillway::ethosu
