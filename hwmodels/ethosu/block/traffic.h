// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "hwmodels/ethosu/block/operation.h"
#include "hwmodels/program.h"

namespace spillway::ethosu {

/// Returns the number of IFM channels that stay in the processor's buffer while all OFM blocks at
/// the same rows and columns are computed, one depth block after the other. The other channels are
/// read again for each depth block. The rules were derived from the beat counters of Arm's FVPs:
/// * U55 and U65: all channels if the convolution has one sub-kernel (part of a large kernel) and
///   the channels take at most two IFM blocks (the double buffer holds two); otherwise none.
/// * U85 with several sub-kernels: none.
/// * U85 with one sub-kernel, in part-kernel-first order: the first 64 channels.
/// * U85 with one sub-kernel, in depth-first order: all channels if the IFM of a block fits the IFM
///   RAM. Otherwise as many bricks of channels as fit while space for one more brick stays free.
/// `at` gives the position and the size of the OFM block. `op` must be a convolution.
std::int32_t channels_kept(const Config& config, const Operation& op, const BlockPosition& at);

/// Whether the input buffer holds the IFM of only one block, so that the IFM of the next block can
/// be fetched only when this block has been computed. The rules come from cycles on Arm's FVPs:
/// * U55 and U65: true for elementwise operations that read two maps. Each map takes one half of
///   the input buffer. Source: the cycles of YOLO-Fastest.
/// * U85: true for part-kernel-first convolutions of more than 64 channels if two parts of a
///   block's input, each of 64 channels, fill or exceed the IFM RAM. On U85-256, a 3x3 convolution
///   of 128 channels takes 168,764 cycles over a map of 1x256 pixels, but 196,266 cycles over a map
///   of 8x32 pixels, where two parts of 8,704 bytes each do not fit the RAM of 16 KiB.
/// * U85-512 and larger: the same rule with an IFM RAM of twice the size in the compiler's table.
///   The table has 16 KiB for U85-512, but 32 KiB fit the measurement: the same convolution takes
///   no longer over a map of 8x32 than over a map of 1x256, but it takes longer over a map of
///   16x16, where a part has 16,384 bytes. Larger processors are assumed to behave like U85-512.
bool has_one_input_buffer(const Config& config, const Operation& op);

/// Appends the reads for the block at `at`, in the order ifm, ifm2, weights, scales. Each depth
/// block reads a part of the weights and scales in proportion to its channels. On U55 and U65, and
/// for pools on U85, each sub-kernel (part of a large kernel) reads the IFM separately. In
/// convolutions on U85, a block reads the IFM elements under its whole kernel once.
void append_reads(const Config& config, const Operation& op, const BlockPosition& at,
                  std::vector<Access>& accesses);

/// Returns the number of pixels that the input buffer of a U85 takes in for the block at `at`. A
/// pixel counts once for every 16 bytes of its channels that the block reads. Returns 0 on other
/// processors and for elementwise operations and resizing.
std::int64_t pixels_taken_in(const Config& config, const Operation& op, const BlockPosition& at);

/// Appends the writes of the block at `at`.
void append_writes(const Operation& op, const BlockPosition& at, std::vector<Access>& accesses);

}  // namespace spillway::ethosu
