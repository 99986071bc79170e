// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "traces/network.h"

namespace spillway {

/// The type of operator that a kernel of ExecuTorch computes, by its name ("aten::add.out").
/// OpType::custom for kernels without a corresponding operator of a .tflite, or whose operator has
/// another layout (ATen's convolutions are NCHW).
OpType kernel_type(std::string_view name);

/// Whether a kernel writes its first operand, which PyTorch marks by a final underscore in the
/// name.
bool writes_first_operand(std::string_view name);

/// Whether a kernel gives its first operand another shape without moving data.
bool is_view(std::string_view name);

/// Multiply-accumulates of a kernel whose tensors are `inputs` and whose result is `output`; 0 for
/// kernels that are neither convolutions nor products of matrices. Nothing if there are more than
/// 2^56.
std::optional<std::int64_t> kernel_macs(std::string_view name,
                                        const std::vector<const Tensor*>& inputs,
                                        const Tensor& output);

}  // namespace spillway
