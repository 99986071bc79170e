// SPDX-License-Identifier: Apache-2.0
#include "traces/layers/layer_shapes.h"

#include <algorithm>
#include <numeric>
#include <stdexcept>

#include "base/index.h"
#include "traces/shape.h"

namespace spillway {
namespace {

using Values = std::vector<std::int32_t>;

constexpr std::int64_t largest_map_extent = std::int64_t{1} << 30;

[[noreturn]] void reject_layer(const char* reason) { throw std::invalid_argument(reason); }

std::int64_t elements_of(const LayerShape& shape) {
  const auto elements = checked_elements(shape);
  if (!elements) reject_layer("the layer has more than 2^40 elements");
  return *elements;
}

const Values& values_for(const Layer& layer, std::size_t list, std::size_t count) {
  const Values& values = layer.values.at(list);
  if (values.size() != count) {
    reject_layer("a list of values has another length than the input's rank");
  }
  return values;
}

// Returns `shape`, which the row of the layer table gives. Throws unless it has `elements`
// elements.
LayerShape same_elements(const LayerShape& shape, std::int64_t elements) {
  const bool positive =
      std::all_of(shape.begin(), shape.end(), [](std::int32_t extent) { return extent > 0; });
  if (!positive || elements_of(shape) != elements) {
    reject_layer("the shape has another number of elements");
  }
  return shape;
}

LayerShape reshaped(const Layer& layer, const LayerShape& in) {
  const std::int64_t elements = elements_of(in);
  if (!layer.shape.empty()) return same_elements(layer.shape, elements);
  if (layer.values.empty()) return {1, checked_extent(elements)};
  LayerShape shape = layer.values[0];
  const auto open = std::find(shape.begin(), shape.end(), -1);
  if (open != shape.end()) {
    *open = 1;
    *open = checked_extent(elements / std::max<std::int64_t>(elements_of(shape), 1));
  }
  return same_elements(shape, elements);
}

LayerShape squeezed(const Layer& layer, const LayerShape& in) {
  if (!layer.shape.empty()) return same_elements(layer.shape, elements_of(in));
  LayerShape shape;
  std::copy_if(in.begin(), in.end(), std::back_inserter(shape),
               [](std::int32_t extent) { return extent != 1; });
  return shape;
}

LayerShape expanded(const Layer& layer, LayerShape shape) {
  const std::size_t place = axis_index(values_for(layer, 0, 1)[0], shape.size() + 1);
  shape.insert(shape.begin() + static_cast<std::ptrdiff_t>(place), 1);
  return shape;
}

LayerShape transposed(const Layer& layer, const LayerShape& in) {
  const Values& order = values_for(layer, 0, in.size());
  std::vector<bool> taken(in.size(), false);
  LayerShape shape;
  for (const std::int32_t from : order) {
    const std::size_t place = axis_index(from, in.size());
    if (taken[place]) reject_layer("the values are no order of the input's dimensions");
    taken[place] = true;
    shape.push_back(in[place]);
  }
  return shape;
}

LayerShape padded(const Layer& layer, LayerShape shape) {
  const Values& amounts = values_for(layer, 0, 2 * shape.size());
  if (*std::min_element(amounts.begin(), amounts.end()) < 0) reject_layer("padding is 0 at least");
  for (std::size_t i = 0; i < shape.size(); ++i) {
    shape[i] = checked_extent(std::int64_t{shape[i]} + amounts[2 * i] + amounts[2 * i + 1]);
  }
  return shape;
}

LayerShape sliced(const Layer& layer, const LayerShape& in) {
  const Values& begin = values_for(layer, 0, in.size());
  const Values& size = values_for(layer, 1, in.size());
  LayerShape shape;
  for (std::size_t i = 0; i < in.size(); ++i) {
    const std::int64_t left = std::int64_t{in[i]} - begin[i];
    shape.push_back(checked_extent(size[i] == -1 ? left : size[i]));
    if (begin[i] < 0 || shape.back() > left) reject_layer("the slice lies outside of the input");
  }
  return shape;
}

LayerShape strided(const Layer& layer, const LayerShape& in) {
  LayerShape shape;
  for (std::size_t i = 0; i < in.size(); ++i) {
    const auto from_begin = [&](std::int64_t place) {
      return std::clamp<std::int64_t>(place < 0 ? place + in[i] : place, 0, in[i]);
    };
    const std::int64_t begin = from_begin(values_for(layer, 0, in.size())[i]);
    const std::int64_t end = from_begin(values_for(layer, 1, in.size())[i]);
    const std::int64_t stride = values_for(layer, 2, in.size())[i];
    if (stride < 1) reject_layer("strides are 1 at least");
    shape.push_back(checked_extent((end - begin + stride - 1) / stride));
  }
  return shape;
}

// Returns the shape of the input without the reduced axes. The row of the layer table may give
// another shape with as many elements, such as a shape in which the reduced axes have extent 1.
LayerShape reduced(const Layer& layer, const LayerShape& in) {
  std::vector<bool> is_reduced(in.size(), false);
  for (const std::int32_t axis : layer.values.at(0)) is_reduced[axis_index(axis, in.size())] = true;
  LayerShape shape;
  for (std::size_t i = 0; i < in.size(); ++i) {
    if (!is_reduced[i]) shape.push_back(in[i]);
  }
  return layer.shape.empty() ? shape : same_elements(layer.shape, elements_of(shape));
}

LayerShape resized(const Layer& layer, LayerShape shape) {
  if (shape.size() != 4) reject_layer("the layer's input is not an image");
  const Values& size = values_for(layer, 0, 2);
  shape[1] = checked_extent(size[0]);
  shape[2] = checked_extent(size[1]);
  return shape;
}

LayerShape tiled(const Layer& layer, LayerShape shape) {
  const Values& times = values_for(layer, 0, shape.size());
  for (std::size_t i = 0; i < shape.size(); ++i) {
    shape[i] = checked_extent(std::int64_t{shape[i]} * times[i]);
  }
  return shape;
}

std::vector<LayerShape> split_evenly(const Layer& layer, const LayerShape& in) {
  const std::size_t axis = axis_index(values_for(layer, 0, 1)[0], in.size());
  if (layer.parts < 1 || in[axis] % layer.parts != 0) {
    reject_layer("the extent along the axis is no multiple of the parts");
  }
  LayerShape part = in;
  part[axis] /= layer.parts;
  return std::vector<LayerShape>(static_cast<std::size_t>(layer.parts), part);
}

std::vector<LayerShape> split_by_sizes(const Layer& layer, const LayerShape& in) {
  const std::size_t axis = axis_index(values_for(layer, 1, 1)[0], in.size());
  std::vector<LayerShape> parts;
  std::int64_t left = in[axis];
  for (const std::int32_t size : layer.values.at(0)) {
    parts.push_back(in);
    parts.back()[axis] = checked_extent(size);
    left -= size;
  }
  if (left != 0) reject_layer("the sizes do not add up to the extent along the axis");
  return parts;
}

std::vector<LayerShape> unpacked(const Layer& layer, LayerShape shape) {
  const std::size_t axis = axis_index(layer.axis.value_or(0), shape.size());
  const auto parts = static_cast<std::size_t>(shape[axis]);
  constexpr std::size_t most_parts = 1024;
  if (parts > most_parts) reject_layer("the layer has more than 1,024 parts");
  shape.erase(shape.begin() + static_cast<std::ptrdiff_t>(axis));
  return std::vector<LayerShape>(parts, shape);
}

LayerShape packed(const Layer& layer, const std::vector<LayerShape>& inputs) {
  for (const LayerShape& input : inputs) {
    if (input != inputs[0]) reject_layer("the inputs differ in shape");
  }
  LayerShape shape = inputs[0];
  const std::size_t axis = axis_index(layer.axis.value_or(0), shape.size() + 1);
  shape.insert(shape.begin() + static_cast<std::ptrdiff_t>(axis),
               static_cast<std::int32_t>(inputs.size()));
  return shape;
}

LayerShape joined_inputs(const Layer& layer, const std::vector<LayerShape>& inputs) {
  LayerShape shape = inputs[0];
  const std::size_t axis = axis_index(layer.axis.value_or(-1), shape.size());
  for (std::size_t i = 1; i < inputs.size(); ++i) {
    LayerShape next = inputs[i];
    if (next.size() != shape.size()) reject_layer("the inputs differ in rank");
    const std::int32_t extent = std::exchange(next[axis], shape[axis]);
    if (next != shape) reject_layer("the inputs differ in more than their extents along the axis");
    shape[axis] = checked_extent(std::int64_t{shape[axis]} + extent);
  }
  return shape;
}

LayerShape given_shape(const Layer& layer) {
  if (layer.shape.empty()) reject_layer("the layer needs the shape of its output");
  elements_of(layer.shape);
  return layer.shape;
}

// Returns the shape of the output of FILL. If the layer has values, the values are the extents, and
// the input is the single element with which the output is filled. Otherwise the input holds the
// extents, and the row of the layer table gives the shape.
LayerShape filled(const Layer& layer, const LayerShape& in) {
  if (!layer.values.empty()) {
    if (elements_of(in) != 1) reject_layer("what fills the output is a single element");
    LayerShape shape;
    for (const std::int32_t extent : layer.values[0]) shape.push_back(checked_extent(extent));
    return shape;
  }
  if (in != LayerShape{static_cast<std::int32_t>(layer.shape.size())}) {
    reject_layer("the input has not one number per dimension of the shape");
  }
  return given_shape(layer);
}

// The shape of a stack of matrices. The last two dimensions of the shape are the rows and columns
// of each matrix. `batches` are the other dimensions, which count the matrices.
struct Matrices {
  LayerShape batches;
  std::int32_t rows = 0, columns = 0;
};

Matrices matrices_of(const LayerShape& shape) {
  if (shape.size() < 2) reject_layer("the layer's inputs are no matrices");
  return {{shape.begin(), shape.end() - 2}, shape[shape.size() - 2], shape.back()};
}

}  // namespace

std::int32_t checked_extent(std::int64_t extent) {
  if (extent < 1) reject_layer("the layer's output is empty");
  if (extent > largest_map_extent) reject_layer("the layer is too large");
  return static_cast<std::int32_t>(extent);
}

std::size_t axis_index(std::int64_t axis, std::size_t rank) {
  const auto dimensions = static_cast<std::int64_t>(rank);
  if (axis < -dimensions || axis >= dimensions) reject_layer("the axis is none of the input's");
  return static_cast<std::size_t>(axis < 0 ? axis + dimensions : axis);
}

LayerShape broadcast(const LayerShape& left, const LayerShape& right) {
  for (const LayerShape* shape : {&left, &right}) {
    for (const std::int32_t extent : *shape) checked_extent(extent);
  }
  LayerShape shape = left.size() < right.size() ? right : left;
  const LayerShape& shorter = left.size() < right.size() ? left : right;
  const std::size_t lead = shape.size() - shorter.size();
  for (std::size_t i = 0; i < shorter.size(); ++i) {
    std::int32_t& extent = shape[lead + i];
    if (extent != shorter[i] && extent != 1 && shorter[i] != 1) {
      reject_layer("the two inputs differ in shape");
    }
    extent = std::max(extent, shorter[i]);
  }
  return shape;
}

LayerShape shape_of_product(const LayerShape& left, const LayerShape& right,
                            const LayerShape& given) {
  const Matrices a = matrices_of(left), b = matrices_of(right);
  for (const bool transpose_a : {false, true}) {
    for (const bool transpose_b : {false, true}) {
      if ((transpose_a ? a.rows : a.columns) != (transpose_b ? b.columns : b.rows)) continue;
      LayerShape shape = broadcast(a.batches, b.batches);
      shape.push_back(transpose_a ? a.columns : a.rows);
      shape.push_back(transpose_b ? b.rows : b.columns);
      if (given.empty() || given == shape) return shape;
    }
  }
  reject_layer(given.empty() ? "the two matrices have no extent in common"
                             : "the shape is no product of the two matrices");
}

std::size_t value_operands(OpType type) {
  switch (type) {
    case OpType::strided_slice:
      return 3;
    case OpType::slice:
    case OpType::split_v:
    case OpType::space_to_batch:
    case OpType::batch_to_space:
      return 2;
    case OpType::reshape:
    case OpType::expand_dims:
    case OpType::transpose:
    case OpType::pad:
    case OpType::pad_v2:
    case OpType::mirror_pad:
    case OpType::mean:
    case OpType::sum:
    case OpType::reduce_max:
    case OpType::reduce_min:
    case OpType::arg_max:
    case OpType::arg_min:
    case OpType::resize_bilinear:
    case OpType::resize_nearest_neighbor:
    case OpType::split:
    case OpType::gather:
    case OpType::tile:
    case OpType::broadcast_to:
      return 1;
    default:
      return 0;
  }
}

std::vector<LayerShape> shapes_of_data(const Layer& layer, const std::vector<LayerShape>& inputs) {
  const LayerShape& in = inputs.at(0);
  switch (layer.type) {
    case OpType::reshape:
      return {reshaped(layer, in)};
    case OpType::squeeze:
      return {squeezed(layer, in)};
    case OpType::expand_dims:
      return {expanded(layer, in)};
    case OpType::transpose:
      return {transposed(layer, in)};
    case OpType::pad:
    case OpType::pad_v2:
    case OpType::mirror_pad:
      return {padded(layer, in)};
    case OpType::slice:
      return {sliced(layer, in)};
    case OpType::strided_slice:
      return {strided(layer, in)};
    case OpType::mean:
    case OpType::sum:
    case OpType::reduce_max:
    case OpType::reduce_min:
    case OpType::arg_max:
    case OpType::arg_min:
      return {reduced(layer, in)};
    case OpType::resize_bilinear:
    case OpType::resize_nearest_neighbor:
      return {resized(layer, in)};
    case OpType::tile:
      return {tiled(layer, in)};
    case OpType::broadcast_to:
      return {broadcast(in, layer.values.at(0))};
    case OpType::split:
      return split_evenly(layer, in);
    case OpType::split_v:
      return split_by_sizes(layer, in);
    case OpType::unpack:
      return unpacked(layer, in);
    case OpType::pack:
      return {packed(layer, inputs)};
    case OpType::concatenation:
      return {joined_inputs(layer, inputs)};
    case OpType::shape:
      return {{checked_extent(static_cast<std::int64_t>(in.size()))}};
    case OpType::fill:
      return {filled(layer, in)};
    default:  // gather, space_to_depth, depth_to_space, space_to_batch, batch_to_space
      return {given_shape(layer)};
  }
}

}  // namespace spillway
