// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/units.h"
#include "hwmodels/ethosu/block/operation.h"

namespace spillway::ethosu {

/// Returns the cycles of the MAC array for one OFM block of `shape`; 0 for elementwise operations
/// and resizing, which do not use the array. The formulas for U55 and U65 are those of Arm's public
/// compiler (Vela 3.10, npu_performance). U85 has formulas of its own, with sources in cycles.cpp.
Cycles mac_array_cycles(const Config& config, const Operation& op, const BlockShape& shape);

/// Returns the cycles in which the MAC array of a U85 takes in the IFM of one OFM block of `shape`,
/// at the rate Config::input_cycles. For convolutions with one tap, these cycles are a lower bound
/// of the block's time. Returns 0 for other operations and if no rate is known. Vela's estimate has
/// no such bound.
Cycles ifm_input_cycles(const Config& config, const Operation& op, const BlockShape& shape);

/// Returns the cycles of an OFM block in which the MAC array waits for decoded weights; 0 for
/// operations without weights. The decoder delivers weights at a limited rate, and a U85 takes
/// about a cycle to change from the weights of one step to the weights of the next step.
Cycles block_decoder_wait(const Config& config, const Operation& op, const BlockShape& shape);

/// Returns the cycles that the output engine needs per element: for its own work or for the
/// activation, whichever takes longer. On U85, the activation takes no additional time.
double output_cycles_per_element(const Config& config, const Operation& op);

/// Returns the cycles of the output engine for one OFM block, not rounded. In elementwise
/// operations, and in all operations of U55 and U65, the engine works on whole groups of eight
/// channels. The time to read scales is not included.
double output_cycles(const Config& config, const Operation& op, const BlockShape& shape);

/// Returns the number of steps in which the IFM of a block arrives and is consumed:
/// * Convolutions take one step per sub-kernel (part of a large kernel) and ifm_block_depth() input
///   channels.
/// * Depthwise convolutions and pooling take one step per sub-kernel on U55 and U65, and one step
///   on U85. Sums over channels take one step per sub-kernel on all processors.
/// * Elementwise operations take one step on U55 and U65, and one step per 16 elements of a whole
///   block on U85.
/// * Resizing takes one step.
std::uint16_t sub_block_count(const Config& config, const Operation& op);

/// Returns the number of equal portions in which the MAC array of a U85 takes in the IFM of a block
/// of `shape`: one per 16 bytes of a pixel in depthwise convolutions and pooling (except sums over
/// channels), otherwise sub_block_count(). The array can begin to work when the first portion has
/// arrived.
std::uint16_t intake_step_count(const Config& config, const Operation& op, const BlockShape& shape);

/// Returns the number of steps in which the results of a block of `shape` go from the MAC array to
/// the output engine: one per row of microblocks (parts of a block that the array computes at a
/// time) in depthwise convolutions and pooling (except sums over channels) on U85, otherwise 1.
std::uint16_t out_block_count(const Config& config, const Operation& op, const BlockShape& shape);

/// Returns the number of parts in which a U85 writes the results of a block of `shape`: one per row
/// of microblocks (parts of a block that the array computes at a time) in convolutions. Returns 0
/// for all other operations and for U55 and U65, where writes begin when the output engine begins.
std::uint16_t write_step_count(const Config& config, const Operation& op, const BlockShape& shape);

}  // namespace spillway::ethosu
