// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hwmodels/ethosu/encoding/brick_order.h"

namespace spillway::ethosu {

/// Whether a U85 can store the weights in its sparse format: in every group of four input channels,
/// counted from the first channel, each tap has at most two weights that are not zero. Vela 5 uses
/// the sparse format whenever this condition holds, even if there are only one or two input
/// channels.
bool u85_is_sparse(const WeightValues& values);

/// Returns the weights of an operation in the order in which stream `stream` of a U85 stores them.
/// Differences from the order on U55 and U65 (brick_order()):
/// * Groups of four output channels are distributed among the streams in rotation.
/// * In every second block of output channels, the blocks of input channels have the reverse order.
/// * The sub-kernels of a kernel follow each other column by column, not row by row.
/// * Unless the traversal is depth-first, taps whose rows and whose columns have the same
///   remainders when divided by the strides follow each other.
/// * Every second row of taps is reversed.
///
/// Source: Vela 4's ethos_u85_weight_encoder.cpp.
WeightSequence brick_order_u85(const Config& config, const WeightValues& values,
                               const WeightOrder& order, std::int32_t stream);

/// The weight decoders of a U85 take turns at a stream of the fast format. Returns the number of
/// weights that a decoder takes before the next decoder takes weights.
std::size_t u85_weights_per_turn(const Config& config, const WeightOrder& order);

}  // namespace spillway::ethosu
