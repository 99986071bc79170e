// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "hwmodels/ethosu/block/npu_op.h"
#include "hwmodels/ethosu/encoding/weight_values.h"
#include "traces/network.h"

namespace spillway::ethosu {

/// Whether operation_weights() can give the weights of `op`. It can if they are 8-bit constants of
/// at most 2^24 elements whose values the network contains, or made-up weights, which are all 1.
bool has_weight_values(const Network& network, const NpuOp& op);

/// The weights of output channels [begin, end) of `op`, minus their zero points.
/// has_weight_values() must hold for `op`. The weights have the form in which the NPU applies them:
/// strides are folded into the depth, a dilation that the NPU does not support is replaced by zeros
/// between the taps, and kernels of transposed convolutions are rotated.
WeightValues operation_weights(const Network& network, const NpuOp& op, std::int32_t begin,
                               std::int32_t end);

/// The part of a dilation that the NPU applies itself. The rest is replaced by zeros between the
/// taps.
constexpr std::int32_t npu_dilation(std::int32_t dilation) { return dilation % 2 == 0 ? 2 : 1; }

}  // namespace spillway::ethosu
