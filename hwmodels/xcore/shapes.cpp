// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/xcore/shapes.h"

#include <cstring>
#include <functional>
#include <numeric>

namespace spillway::xcore {
namespace {

const Shape& viewed(const std::vector<OperandView>& views, std::size_t number, const Shape& whole) {
  return number < views.size() && !views[number].shape.empty() ? views[number].shape : whole;
}

const Tensor& operand(const Network& network, TensorIndex index) {
  return network.tensors[static_cast<std::size_t>(index)];
}

}  // namespace

Image image_of(const Shape& shape) {
  Image image;
  const std::size_t rank = shape.size();
  if (rank >= 1) image.channels = shape[rank - 1];
  if (rank >= 2) image.columns = shape[rank - 2];
  for (std::size_t i = 0; i + 2 < rank; ++i) image.rows *= shape[i];
  return image;
}

std::optional<Shape> constant_integers(const Tensor& tensor) {
  if (tensor.type != DataType::int32 || tensor.data.size % sizeof(std::int32_t) != 0 ||
      tensor.data.empty()) {
    return std::nullopt;
  }
  Shape values(tensor.data.size / sizeof(std::int32_t));
  std::memcpy(values.data(), tensor.data.data, tensor.data.size);
  return values;
}

std::int64_t elements_of(const Shape& shape) {
  return std::accumulate(shape.begin(), shape.end(), std::int64_t{1}, std::multiplies<>());
}

const Shape& input_shape(const Network& network, const Operator& op, std::size_t number) {
  return viewed(op.input_views, number, operand(network, op.inputs[number]).shape);
}

const Shape& output_shape(const Network& network, const Operator& op, std::size_t number) {
  return viewed(op.output_views, number, operand(network, op.outputs[number]).shape);
}

std::int32_t element_bytes(const Tensor& tensor) { return tensor.type == DataType::int16 ? 2 : 1; }

}  // namespace spillway::xcore
