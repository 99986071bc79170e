// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/xcore/kernels/shapes.h"

#include <cstring>
#include <functional>
#include <numeric>

#include "base/index.h"

namespace spillway::xcore {
namespace {

const Shape& viewed(const std::vector<OperandView>& views, std::size_t number, const Shape& whole) {
  return number < views.size() && !views[number].shape.empty() ? views[number].shape : whole;
}

const Tensor& operand(const Network& network, TensorIndex index) {
  return at(network.tensors, index);
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

std::optional<Window> image_padding(const Network& network, const Operator& op) {
  if (op.type != OpType::pad) return std::nullopt;
  // A pad without an operand for the amounts was made by split_operators() for a strip of rows. Its
  // amounts are in its window.
  if (op.inputs.size() == 1) return op.window;
  const std::optional<Shape> amounts = constant_integers(operand(network, op.inputs[1]));
  if (!amounts || amounts->size() != 8) return std::nullopt;
  const Shape& a = *amounts;
  if (a[0] != 0 || a[1] != 0 || a[6] != 0 || a[7] != 0) return std::nullopt;
  const Shape& x = operand(network, op.inputs[0]).shape;
  const Shape& y = operand(network, op.outputs[0]).shape;
  const auto adds_up = [&](std::size_t axis) {
    return a[2 * axis] >= 0 && a[2 * axis + 1] >= 0 &&
           std::int64_t{x[axis]} + a[2 * axis] + a[2 * axis + 1] == y[axis];
  };
  if (x.size() != 4 || y.size() != 4 || !adds_up(1) || !adds_up(2)) return std::nullopt;
  Window window;
  window.scheme = PaddingScheme::given;
  window.pad_top = a[2];
  window.pad_bottom = a[3];
  window.pad_left = a[4];
  window.pad_right = a[5];
  return window;
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
