// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <optional>

#include "base/index.h"
#include "hwmodels/xcore/lower/rewriter.h"

namespace spillway::xcore {
namespace {

/// Returns the product of dimensions [first, last).
std::int32_t product(const Shape& shape, std::size_t first, std::size_t last) {
  std::int32_t result = 1;
  for (std::size_t i = first; i < last; ++i) result *= shape[i];
  return result;
}

Value add_pad(Lowering& lowering, const char* type_name, const Value& x, const Value& y,
              const Window& amounts) {
  lowering.add(OpType::pad, type_name, {x}, y).window = amounts;
  return y;
}

Value new_value(Lowering& lowering, const Value& like, const Shape& shape,
                const std::string& name) {
  const DataType type = lowering.tensor(like.tensor).type;
  return {lowering.add_tensor(name, type, shape, TensorKind::activation), shape};
}

/// Returns the padding before and after every dimension; nullopt if the file does not contain the
/// padding, or if input and padding do not add up to the output.
std::optional<Shape> pad_amounts(const Lowering& lowering, const Operator& op) {
  std::optional<Shape> amounts = constant_integers(lowering.tensor(op.inputs[1]));
  const Shape x = lowering.input(op, 0).shape, y = lowering.output(op, 0).shape;
  if (!amounts || x.empty() || amounts->size() != 2 * x.size() || y.size() != x.size()) {
    return std::nullopt;
  }
  for (std::size_t axis = 0; axis < x.size(); ++axis) {
    const std::int64_t before = (*amounts)[2 * axis], after = (*amounts)[2 * axis + 1];
    if (before < 0 || after < 0 || x[axis] + before + after != y[axis]) return std::nullopt;
  }
  return amounts;
}

}  // namespace

Value pad_channels(Lowering& lowering, const Value& x, std::int32_t multiple,
                   const std::string& name) {
  const std::int32_t channels = x.shape.back();
  const std::int32_t padded = (channels + multiple - 1) / multiple * multiple;
  if (padded == channels) return x;
  Shape shape = x.shape;
  shape.back() = padded;
  Value y = new_value(lowering, x, shape, name + "/channels");
  if (channels == 3 && padded == 4) return add_pad(lowering, "XC_pad_3_to_4", x, y, {});
  // XC_pad sees an image whose rows are the pixels and whose columns are the channels. So the
  // additional channels are padding at the right end of each row.
  const auto pixels = static_cast<std::int32_t>(elements_of(x.shape) / channels);
  Window amounts;
  amounts.pad_right = padded - channels;
  add_pad(lowering, "XC_pad", {x.tensor, {1, pixels, channels, 1}},
          {y.tensor, {1, pixels, padded, 1}}, amounts);
  return y;
}

Value pad_image(Lowering& lowering, const Value& x, const Window& window, const std::string& name) {
  const std::int32_t rows = window.pad_top + window.pad_bottom;
  const std::int32_t columns = window.pad_left + window.pad_right;
  if (rows == 0 && columns == 0) return x;
  const Image image = image_of(x.shape);
  const Shape shape{1, image.rows + rows, image.columns + columns, image.channels};
  const Value y = new_value(lowering, x, shape, name + "/pad");
  return add_pad(lowering, "XC_pad", x, y, window);
}

void add_slice(Lowering& lowering, const Value& x, const Shape& begin, const Value& y) {
  Operator& op = lowering.add(OpType::slice, "XC_slice", {x}, y);
  op.input_views[0].shape = x.shape;
  op.input_views[0].offset = begin;
}

void add_concat(Lowering& lowering, std::vector<Value> parts, std::int32_t axis, const Value& y) {
  auto next = parts.begin();
  while (parts.end() - next > concat_inputs) {
    const std::vector<Value> first(next, next + concat_inputs);
    Shape shape = first[0].shape;
    auto& length = at(shape, axis);
    length = 0;
    for (const Value& part : first) length += at(part.shape, axis);
    const Value joined = new_value(lowering, y, shape, lowering.tensor(y.tensor).name + "/joined");
    lowering.add(OpType::concatenation, "XC_concat", first, joined).axis = axis;
    next += concat_inputs - 1;
    *next = joined;
  }
  lowering.add(OpType::concatenation, "XC_concat", {next, parts.end()}, y).axis = axis;
}

void lower_reshape(Lowering& lowering, const Operator& op) {
  const TensorIndex x = op.inputs[0], y = op.outputs[0];
  const Operator* producer = lowering.producer(x);
  const auto& readers = lowering.readers(y);
  const auto folds = [&](const Operator* neighbour) {
    return folds_reshapes(lowering, *neighbour);
  };
  const bool before = !readers.empty() && std::all_of(readers.begin(), readers.end(), folds);
  const bool after = producer != nullptr && folds(producer);
  if (before || after) {
    lowering.fold(y, lowering.input(op, 0).tensor);
  } else {
    lowering.keep(op);
  }
}

void lower_pad(Lowering& lowering, const Operator& op) {
  const auto& readers = lowering.readers(op.outputs[0]);
  if (readers.size() == 1 && pad_of_convolution(lowering, *readers[0]) == &op) return;
  const Value x = lowering.input(op, 0), y = lowering.output(op, 0);
  if (op.inputs.size() == 1) {  // a pad that split_operators() made for a strip of rows
    add_pad(lowering, "XC_pad", x, y, op.window);
    return;
  }
  const std::optional<Shape> amounts = pad_amounts(lowering, op);
  if (!amounts) return lowering.keep(op);
  const std::size_t rank = x.shape.size();
  const auto padded = [&](std::size_t axis) {
    return (*amounts)[2 * axis] != 0 || (*amounts)[2 * axis + 1] != 0;
  };
  std::vector<std::size_t> axes;
  for (std::size_t axis = 0; axis < rank; ++axis) {
    if (padded(axis)) axes.push_back(axis);
  }
  // XC_pad pads at most two adjacent axes. All dimensions inside them form one run of bytes.
  if (axes.empty() || axes.size() > 2 || (axes.size() == 2 && axes[1] != axes[0] + 1)) {
    return lowering.keep(op);
  }
  if (axes.size() == 1 && axes[0] + 1 == rank && x.shape.back() == 3 && y.shape.back() == 4) {
    add_pad(lowering, "XC_pad_3_to_4", x, y, {});
    return;
  }
  const std::size_t row = axes.front(), column = axes.back();
  const bool two = axes.size() == 2;
  const auto view = [&](const Shape& shape) {
    const std::int32_t inner = product(shape, column + 1, rank);
    if (two && product(shape, 0, row) == 1) return Shape{1, shape[row], shape[column], inner};
    return Shape{1, product(shape, 0, column), shape[column], inner};
  };
  if (two && product(x.shape, 0, row) != 1) return lowering.keep(op);
  Window window;
  if (two) {
    window.pad_top = (*amounts)[2 * row];
    window.pad_bottom = (*amounts)[2 * row + 1];
  }
  window.pad_left = (*amounts)[2 * column];
  window.pad_right = (*amounts)[2 * column + 1];
  add_pad(lowering, "XC_pad", {x.tensor, view(x.shape)}, {y.tensor, view(y.shape)}, window);
}

void lower_slice(Lowering& lowering, const Operator& op) {
  const Value x = lowering.input(op, 0), y = lowering.output(op, 0);
  if (op.inputs.size() == 1) {  // a slice that split_operators() made for a strip of rows
    add_slice(lowering, x, op.input_views[0].offset, y);
    return;
  }
  const std::optional<Shape> begin = constant_integers(lowering.tensor(op.inputs[1]));
  bool unit_strides = true;
  if (op.type == OpType::strided_slice && op.inputs.size() > 3) {
    const std::optional<Shape> strides = constant_integers(lowering.tensor(op.inputs[3]));
    unit_strides = strides && std::all_of(strides->begin(), strides->end(),
                                          [](std::int32_t stride) { return stride == 1; });
  }
  if (!begin || !unit_strides || begin->size() != x.shape.size() ||
      y.shape.size() != x.shape.size()) {
    return lowering.keep(op);
  }
  add_slice(lowering, x, *begin, y);
}

void lower_concatenation(Lowering& lowering, const Operator& op) {
  std::vector<Value> parts;
  for (std::size_t i = 0; i < op.inputs.size(); ++i) parts.push_back(lowering.input(op, i));
  const Value y = lowering.output(op, 0);
  const auto rank = static_cast<std::int32_t>(y.shape.size());
  const std::int32_t axis = op.axis < 0 ? op.axis + rank : op.axis;
  const bool alike = std::all_of(parts.begin(), parts.end(), [&](const Value& part) {
    return part.shape.size() == y.shape.size();
  });
  if (!alike || axis < 0 || axis >= rank) return lowering.keep(op);
  add_concat(lowering, std::move(parts), axis, y);
}

}  // namespace spillway::xcore
