// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "traces/network.h"

namespace spillway {

/// The type of operator that corresponds to a kernel of ExecuTorch, which is given by its name
/// ("aten::add.out"). Returns OpType::custom if no operator of a .tflite corresponds to the kernel
/// or if the operator has another layout (ATen's convolutions are NCHW).
OpType kernel_type(std::string_view name);

/// Whether a kernel writes its result into its first operand. PyTorch marks such kernels by an
/// underscore at the end of the name.
bool writes_first_operand(std::string_view name);

/// Whether the result of a kernel is its first operand with another shape, without any data moving.
bool is_view(std::string_view name);

/// The number of multiply-accumulates of a kernel, from its inputs and its result. 0 for kernels
/// that are neither convolutions nor products of matrices. Nothing if the number exceeds 2^56.
std::optional<std::int64_t> kernel_macs(std::string_view name,
                                        const std::vector<const Tensor*>& inputs,
                                        const Tensor& output);

}  // namespace spillway
