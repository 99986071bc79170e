// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/units.h"
#include "hwmodels/ethosu/block/operation.h"

namespace spillway::ethosu {

/// Cycles of the MAC array for one OFM block of `shape`, by the formulas of Arm's public compiler
/// (Vela 3.10, npu_performance). 0 for elementwise operations and resizing, which do not use the
/// array.
Cycles mac_array_cycles(const Config& config, const Operation& op, const BlockShape& shape);

/// Cycles in which the MAC array of a U85 takes in the IFM of one OFM block of `shape`, at
/// Config::input_cycles: a lower bound of the block's time for convolutions with one tap. 0 for
/// other operations and if no limit is known. Vela's estimate does not contain it.
Cycles ifm_input_cycles(const Config& config, const Operation& op, const BlockShape& shape);

/// The cycles of a block in which the MAC array waits for decoded weights. The decoder has a
/// limited rate for the weights of one step of a microblock, and a U85 takes about a cycle to
/// change from the weights of one step to those of the next.
Cycles block_decoder_wait(const Config& config, const Operation& op, const BlockShape& shape);

/// Cycles that the output engine needs per element: for its own work or for the activation,
/// whichever takes longer.
double output_cycles_per_element(const Config& config, const Operation& op);

/// Cycles of the output engine for one OFM block, not rounded. In elementwise operations, and in
/// all operations of U55 and U65, the engine works on whole groups of eight channels. If reading
/// the scales takes longer, the result is too small.
double output_cycles(const Config& config, const Operation& op, const BlockShape& shape);

/// The number of steps in which the IFM of a block arrives and is consumed: sub-kernels times IFM
/// depth blocks. Elementwise operations take a step per pixel of 16 channels. Depthwise
/// convolutions and pooling on U85 take a single step.
std::uint16_t sub_block_count(const Config& config, const Operation& op);

/// The number of portions in which the MAC array of a U85 takes in the IFM of a block of `shape`:
/// one per brick of channels in depthwise convolutions and pooling, otherwise sub_block_count().
/// The array can begin with a portion as soon as this portion has arrived.
std::uint16_t intake_step_count(const Config& config, const Operation& op, const BlockShape& shape);

/// The number of steps in which the results of a block of `shape` leave the MAC array: one if
/// channels are added up; on U85, one per row of microblocks in depthwise convolutions and pooling.
std::uint16_t out_block_count(const Config& config, const Operation& op, const BlockShape& shape);

/// The number of parts in which a U85 writes the results of a convolution's block of `shape`: one
/// per row of microblocks. 0 if writes begin with the output of the block.
std::uint16_t write_step_count(const Config& config, const Operation& op, const BlockShape& shape);

}  // namespace spillway::ethosu
