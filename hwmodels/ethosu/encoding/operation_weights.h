// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "hwmodels/ethosu/block/npu_op.h"
#include "hwmodels/ethosu/encoding/weight_values.h"
#include "traces/network.h"

namespace spillway::ethosu {

/// Whether operation_weights() can return the weights of `op`. This is the case for two kinds of
/// weights: 8-bit constants of at most 2^24 elements whose values the network contains, and made-up
/// weights, which are all 1.
bool has_weight_values(const Network& network, const NpuOp& op);

/// Returns the weights of output channels [begin, end) of `op`, minus their zero points.
/// has_weight_values() must hold for `op`. The weights have the form in which the NPU applies them,
/// which is described at WeightValues.
WeightValues operation_weights(const Network& network, const NpuOp& op, std::int32_t begin,
                               std::int32_t end);

/// Returns the dilation that the NPU applies itself: 2 if `dilation` is even, otherwise 1. Zeros
/// between the taps replace the remaining factor of the dilation.
constexpr std::int32_t npu_dilation(std::int32_t dilation) { return dilation % 2 == 0 ? 2 : 1; }

}  // namespace spillway::ethosu
