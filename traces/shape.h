// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/index.h"
#include "traces/network.h"

namespace spillway {

/// The largest permitted number of elements of a tensor. No simulated memory can hold such a
/// tensor, and the number times the size of a kernel still fits into 64 bits.
constexpr std::int64_t largest_tensor_elements = std::int64_t{1} << 40;

/// Returns the number of elements of a tensor with this shape; nullopt if there are more than 2^40.
/// No extent may be negative.
inline std::optional<std::int64_t> checked_elements(const std::vector<std::int32_t>& shape) {
  std::int64_t elements = 1;
  for (const std::int32_t extent : shape) {
    if (extent > 0 && elements > largest_tensor_elements / extent) return std::nullopt;
    elements *= extent;
  }
  return elements;
}

inline std::int32_t dimension_from_end(const Tensor& tensor, std::size_t position) {
  return position < tensor.shape.size() ? tensor.shape[tensor.shape.size() - 1 - position] : 1;
}

// The last dimension is channels, the last but one is width, the last but two is height. Missing
// dimensions count as 1.
inline std::int32_t channels_of(const Tensor& tensor) { return dimension_from_end(tensor, 0); }
inline std::int32_t width_of(const Tensor& tensor) { return dimension_from_end(tensor, 1); }
inline std::int32_t height_of(const Tensor& tensor) { return dimension_from_end(tensor, 2); }

/// Whether the contents of a tensor never change. Such tensors are stored with the network, not in
/// the arena.
inline bool is_constant(const Tensor& tensor) {
  return tensor.kind == TensorKind::weight || tensor.kind == TensorKind::bias ||
         tensor.kind == TensorKind::constant;
}

/// Returns operand number `position` of `op`; nullptr if `op` has fewer operands, or if this
/// optional operand is absent.
inline const Tensor* input_of(const Network& network, const Operator& op, std::size_t position) {
  if (position >= op.inputs.size() || op.inputs[position] == no_tensor) return nullptr;
  return &at(network.tensors, op.inputs[position]);
}

inline const Tensor* output_of(const Network& network, const Operator& op,
                               std::size_t position = 0) {
  if (position >= op.outputs.size() || op.outputs[position] == no_tensor) return nullptr;
  return &at(network.tensors, op.outputs[position]);
}

}  // namespace spillway
