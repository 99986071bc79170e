// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "hwmodels/ethosu/block/operation.h"
#include "hwmodels/program.h"

namespace spillway::ethosu {

/// The number of IFM channels that stay in the processor's buffer over all depth blocks of a column
/// of OFM blocks; the other channels are read again for each depth block. Derived from the beat
/// counters of Arm's FVPs:
/// * U55, U65: all channels of a convolution with one sub-kernel if they take at most two IFM
///   blocks, which are both halves of the double buffer; otherwise none.
/// * U85, one sub-kernel: in depth-first order, all channels if the IFM of a block fits the IFM RAM
///   in bricks, otherwise as many as fit beside one brick; in part-kernel-first order, the
///   first 64.
/// `at` gives the size of the OFM block. Meant for convolutions: the channels that other operations
/// read differ from one depth block to the next.
std::int32_t channels_kept(const Config& config, const Operation& op, const BlockPosition& at);

/// Whether the IFM of a block can be fetched only when the previous block has been computed.
/// On a U85, a part-kernel-first convolution takes in 64 channels at a time, and two such parts of
/// a block's input must fit the IFM RAM. The rule comes from cycles on Arm's FVPs. A 3x3
/// convolution of 128 channels over 8x32 takes 196,266 cycles on U85-256, where a part has 8,704
/// bytes and the RAM 16 KiB. On U85-512, the convolution over 8x32 takes no longer than over 1x256,
/// but over 16x16 it takes longer (a part has 16,384 bytes). The compiler's table has 16 KiB for
/// U85-512, too, but 32 KiB fit the measurement. Larger sizes are assumed to behave like U85-512.
/// On U55 and U65, each operand of an elementwise operation takes one half of the input buffer, so
/// there is no room for the operands of a second block (FVP: YOLO-Fastest).
bool has_one_input_buffer(const Config& config, const Operation& op);

/// Appends the reads for the block at `at`, in the order ifm, ifm2, weights, scales. The weights
/// and scales of a column of blocks are divided among its depth blocks by depth. Each sub-kernel
/// reads its own part of the IFM. On U85, this is so only for pools: all other operations read the
/// IFM of the whole kernel once per block.
void append_reads(const Config& config, const Operation& op, const BlockPosition& at,
                  std::vector<Access>& accesses);

/// The pixels that the buffer of a U85 takes in for the block at `at`, each once per brick of 16
/// bytes; 0 on other processors and for operations without a window.
std::int64_t pixels_taken_in(const Config& config, const Operation& op, const BlockPosition& at);

/// Appends the writes of the block at `at`.
void append_writes(const Operation& op, const BlockPosition& at, std::vector<Access>& accesses);

}  // namespace spillway::ethosu
