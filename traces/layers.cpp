// SPDX-License-Identifier: Apache-2.0
#include "traces/layers.h"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <optional>
#include <stdexcept>
#include <utility>

#include "base/index.h"
#include "traces/macs.h"
#include "traces/shape.h"
#include "traces/window.h"

namespace spillway {
namespace {

using Shape = std::vector<std::int32_t>;

constexpr std::int64_t largest_map_extent = std::int64_t{1} << 30;

std::int32_t checked_extent(std::int64_t extent) {
  if (extent > largest_map_extent) throw std::invalid_argument("the layer is too large");
  return static_cast<std::int32_t>(extent);
}

TensorIndex add_tensor(Network& network, const std::string& name, DataType type, const Shape& shape,
                       TensorKind kind) {
  const std::optional<std::int64_t> elements = checked_elements(shape);
  if (!elements) throw std::invalid_argument("the layer has more than 2^40 elements");
  Tensor tensor;
  tensor.name = name;
  tensor.type = type;
  tensor.shape = shape;
  tensor.kind = kind;
  tensor.bytes = storage_bytes(type, *elements);
  network.tensors.push_back(std::move(tensor));
  return static_cast<TensorIndex>(network.tensors.size()) - 1;
}

void add_weights(Network& network, const Shape& shape, std::int32_t outputs, Operator& op) {
  const std::string& name = op.name;
  op.inputs.push_back(
      add_tensor(network, name + "/weights", DataType::int8, shape, TensorKind::weight));
  op.inputs.push_back(
      add_tensor(network, name + "/bias", DataType::int32, {outputs}, TensorKind::bias));
}

bool has_window(OpType type) {
  return type == OpType::conv_2d || type == OpType::depthwise_conv_2d ||
         type == OpType::average_pool_2d || type == OpType::max_pool_2d;
}

std::int32_t required_channels(const Layer& layer) {
  if (layer.channels < 1) throw std::invalid_argument("the layer needs a number of channels");
  return layer.channels;
}

Shape shape_after_window(Network& network, const Layer& layer, Operator& op) {
  const Shape ifm = input_of(network, op, 0)->shape;
  if (ifm.size() != 4) throw std::invalid_argument("the layer's input is not an image");
  Window& window = op.window;
  if (layer.global_kernel) {
    window.kernel_h = ifm[1];
    window.kernel_w = ifm[2];
  }
  Shape ofm = ifm;
  ofm[1] = window_outputs(ifm[1], window.extent_h(), window.stride_h, window.scheme);
  ofm[2] = window_outputs(ifm[2], window.extent_w(), window.stride_w, window.scheme);
  if (ofm[1] < 1 || ofm[2] < 1) {
    throw std::invalid_argument("the kernel is larger than the layer's input");
  }
  if (layer.type == OpType::conv_2d) {
    ofm[3] = required_channels(layer);
    add_weights(network, {ofm[3], window.kernel_h, window.kernel_w, ifm[3]}, ofm[3], op);
  } else if (layer.type == OpType::depthwise_conv_2d) {
    add_weights(network, {1, window.kernel_h, window.kernel_w, ofm[3]}, ofm[3], op);
  }
  return ofm;
}

Shape concatenated_shape(const Network& network, Operator& op) {
  Shape shape = input_of(network, op, 0)->shape;
  for (std::size_t i = 1; i < op.inputs.size(); ++i) {
    Shape next = input_of(network, op, i)->shape;
    const std::int32_t channels = std::exchange(next.back(), shape.back());
    if (next != shape) {
      throw std::invalid_argument("the inputs differ in more than their channels");
    }
    shape.back() = checked_extent(std::int64_t{shape.back()} + channels);
  }
  op.axis = static_cast<std::int32_t>(shape.size()) - 1;
  return shape;
}

Shape elementwise_shape(const Network& network, Operator& op) {
  const Shape& shape = input_of(network, op, 0)->shape;
  for (std::size_t i = 1; i < op.inputs.size(); ++i) {
    if (input_of(network, op, i)->shape != shape) {
      throw std::invalid_argument("the two inputs differ in shape");
    }
  }
  if (op.type == OpType::softmax) op.axis = static_cast<std::int32_t>(shape.size()) - 1;
  return shape;
}

// Returns the shape of the output, and adds the constants that the layer needs.
Shape shape_after(Network& network, const Layer& layer, Operator& op) {
  if (has_window(layer.type)) return shape_after_window(network, layer, op);
  const std::int32_t elements = checked_extent(element_count(*input_of(network, op, 0)));
  switch (layer.type) {
    case OpType::fully_connected:
      add_weights(network, {required_channels(layer), elements}, layer.channels, op);
      return {1, layer.channels};
    case OpType::reshape:
      return {1, elements};
    case OpType::concatenation:
      return concatenated_shape(network, op);
    default:
      return elementwise_shape(network, op);
  }
}

void check_operands(const Layer& layer) {
  const bool binary = layer.type == OpType::add || layer.type == OpType::mul;
  if (binary && layer.inputs.size() != 2) throw std::invalid_argument("expected two inputs");
  if (!binary && layer.type != OpType::concatenation && layer.inputs.size() != 1) {
    throw std::invalid_argument("expected one input");
  }
}

}  // namespace

bool is_layer_type(OpType type) {
  switch (type) {
    case OpType::conv_2d:
    case OpType::depthwise_conv_2d:
    case OpType::fully_connected:
    case OpType::average_pool_2d:
    case OpType::max_pool_2d:
    case OpType::add:
    case OpType::mul:
    case OpType::concatenation:
    case OpType::reshape:
    case OpType::softmax:
    case OpType::relu:
    case OpType::relu6:
    case OpType::logistic:
    case OpType::tanh:
    case OpType::hard_swish:
      return true;
    default:
      return false;
  }
}

TensorIndex add_network_input(Network& network, const std::string& name, const Shape& shape) {
  network.inputs.push_back(
      add_tensor(network, name, DataType::int8, shape, TensorKind::activation));
  return network.inputs.back();
}

TensorIndex add_layer(Network& network, const Layer& layer) {
  check_operands(layer);
  Operator op;
  op.type = layer.type;
  op.type_name = op_type_name(layer.type);
  std::transform(op.type_name.begin(), op.type_name.end(), op.type_name.begin(),
                 [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  op.name = layer.name;
  op.window = layer.window;
  op.activation = layer.activation;
  op.inputs = layer.inputs;
  const Shape shape = shape_after(network, layer, op);
  const TensorIndex output =
      add_tensor(network, layer.name, DataType::int8, shape, TensorKind::activation);
  op.outputs = {output};
  if (has_window(op.type)) {
    resolve_padding(op.window, *input_of(network, op, 0), *output_of(network, op));
  }
  const std::optional<std::int64_t> macs = count_macs(network, op);
  if (!macs) throw std::invalid_argument("the layer has more than 2^63 multiply-accumulates");
  op.macs = *macs;
  network.operators.push_back(std::move(op));
  return output;
}

void finish_outputs(Network& network) {
  std::vector<bool> read(network.tensors.size(), false);
  for (const Operator& op : network.operators) {
    for (const TensorIndex input : op.inputs) at(read, input) = true;
  }
  for (const Operator& op : network.operators) {
    for (const TensorIndex output : op.outputs) {
      if (!at(read, output)) network.outputs.push_back(output);
    }
  }
}

}  // namespace spillway
