// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "hwmodels/ethosu/block/npu_op.h"
#include "hwmodels/ethosu/encoding/weight_values.h"
#include "traces/network.h"

namespace spillway::ethosu {

/// Whether operation_weights() knows the weights of `op`: those of 8-bit constants, at most 2^24
/// elements, whose contents the network has, and those of ones that the compiler makes up.
bool has_weight_values(const Network& network, const NpuOp& op);

/// The weights of output channels [begin, end) of `op`, for which has_weight_values() holds, less
/// their zero points and in the form in which the NPU applies them: strides folded into the depth,
/// dilation beyond what the NPU has spread by zeros, kernels of transposed convolutions turned.
WeightValues operation_weights(const Network& network, const NpuOp& op, std::int32_t begin,
                               std::int32_t end);

/// The part of a dilation that the NPU does itself; the rest is spread in the kernel.
constexpr std::int32_t npu_dilation(std::int32_t dilation) { return dilation % 2 == 0 ? 2 : 1; }

}  // namespace spillway::ethosu
