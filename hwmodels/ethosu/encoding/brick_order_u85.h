// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hwmodels/ethosu/encoding/brick_order.h"

namespace spillway::ethosu {

/// Whether a U85 can store the weights in its sparse format: in every group of four input channels,
/// counted from the first channel, each tap has at most two weights that are not zero. Vela 5 then
/// uses the format, even if there are only one or two input channels.
bool u85_is_sparse(const WeightValues& values);

/// brick_order() for Ethos-U85, with these differences:
/// * Streams take groups of four output channels in turn.
/// * Every second block takes its blocks of input channels backwards.
/// * Taps are ordered by their phase of the stride, and every second row of taps goes backwards.
/// Source: Vela 4's ethos_u85_weight_encoder.cpp.
WeightSequence brick_order_u85(const Config& config, const WeightValues& values,
                               const WeightOrder& order, std::int32_t stream);

}  // namespace spillway::ethosu
