// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "traces/network.h"

namespace spillway {

/// Returns the type of operator that corresponds to a kernel of ExecuTorch. `name` is the name of
/// the kernel ("aten::add.out"). Returns OpType::custom if no operator of a .tflite corresponds to
/// the kernel, or if the operator has another layout: ATen's convolutions are NCHW.
OpType kernel_type(std::string_view name);

/// Whether a kernel writes its result into its first operand. PyTorch marks such kernels by an
/// underscore at the end of the name.
bool writes_first_operand(std::string_view name);

/// Whether the kernel only gives its first operand another shape, so that no data move.
bool is_view(std::string_view name);

/// Returns the number of multiply-accumulates of a kernel. Returns 0 for kernels that are neither
/// convolutions nor matrix products. Returns nullopt if the number exceeds 2^56.
std::optional<std::int64_t> kernel_macs(std::string_view name,
                                        const std::vector<const Tensor*>& inputs,
                                        const Tensor& output);

}  // namespace spillway
