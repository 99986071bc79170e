// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hwmodels/ethosu/encoding/brick_order.h"

namespace spillway::ethosu {

/// Whether of every four input channels, counted from the first, at most two have a weight: Vela 5
/// then uses the processor's sparse mode, also where there are only one or two channels at all.
bool u85_is_sparse(const WeightValues& values);

/// brick_order() for Ethos-U85: groups of four channels in turn to every stream, input channels of
/// every second block backwards, kernels by phase of the stride and in bows. Source: Vela 4's
/// ethos_u85_weight_encoder.cpp.
WeightSequence brick_order_u85(const Config& config, const WeightValues& values,
                               const WeightOrder& order, std::int32_t stream);

}  // namespace spillway::ethosu
