// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hwmodels/ethosu/encoding/brick_order.h"

namespace spillway::ethosu {

/// Whether of every four input channels, counted from the first, at most two have weights other
/// than zero. Vela 5 then uses the processor's sparse mode, even if there are only one or two
/// channels.
bool u85_is_sparse(const WeightValues& values);

/// brick_order() for Ethos-U85. Streams take groups of four channels in turn. Every second block
/// takes its input channels backwards. Kernels are ordered by phase of the stride, and every second
/// row of taps is backwards. Source: Vela 4's ethos_u85_weight_encoder.cpp.
WeightSequence brick_order_u85(const Config& config, const WeightValues& values,
                               const WeightOrder& order, std::int32_t stream);

}  // namespace spillway::ethosu
