// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "base/index.h"
#include "hwmodels/ethosu/lower/passes.h"
#include "hwmodels/ethosu/ops/operands.h"
#include "planner/plan_network.h"

namespace spillway::ethosu {
namespace {

// Limits of Arm's public compiler (Vela 3.10, SUPPORTED_OPS.md).
constexpr std::int32_t max_kernel_height = 64;
constexpr std::int32_t max_kernel_area = 64 * 64;
constexpr std::int32_t max_stride = 3;

const Tensor& tensor_at(const Network& network, TensorIndex index) {
  return at(network.tensors, index);
}

bool is_quantised(DataType type) {
  return type == DataType::int8 || type == DataType::uint8 || type == DataType::int16;
}

std::string window_reason(const Window& window) {
  if (window.extent_h() > max_kernel_height ||
      window.extent_h() * window.extent_w() > max_kernel_area) {
    return "kernel larger than 64x64";
  }
  return "";
}

bool stride_in_range(const Window& window) {
  return window.stride_h <= max_stride && window.stride_w <= max_stride;
}

// A single output takes no step.
std::string pooling_reason(const Network& network, const Operator& op) {
  const BlockShape out = npu_shape(tensor_at(network, op.outputs[0]).shape);
  const bool single = out.height == 1 && out.width == 1;
  if (!single && !stride_in_range(op.window)) return "stride above 3";
  return window_reason(op.window);
}

std::string convolution_reason(const Network& network, const Operator& op) {
  if (op.inputs.size() < 2 || !is_constant(tensor_at(network, op.inputs[1]))) {
    return "weights that are not constant";
  }
  if (op.type == OpType::fully_connected) return "";
  if (op.type == OpType::depthwise_conv_2d) {
    const std::int32_t in = tensor_at(network, op.inputs[0]).shape.back();
    const std::int32_t out = tensor_at(network, op.outputs[0]).shape.back();
    if (in != 1 && in != out) return "depth multiplier above 1";
  }
  const auto& image =
      tensor_at(network, op.inputs[op.type == OpType::transpose_conv ? 2 : 0]).shape;
  if (image.size() == 4 && image[0] != 1) return "more than one batch";
  if (op.type == OpType::transpose_conv) {
    const bool known = op.window.stride_h == op.window.stride_w && op.window.stride_h <= 2;
    return known ? "" : "transposed convolution of stride above 2";
  }
  if (!stride_in_range(op.window)) return "stride above 3";
  return window_reason(op.window);
}

std::string resize_reason(const Network& network, const Operator& op) {
  const BlockShape in = npu_shape(tensor_at(network, op.inputs[0]).shape);
  const BlockShape out = npu_shape(tensor_at(network, op.outputs[0]).shape);
  for (std::int32_t factor = 2; factor <= 8; factor *= 2) {
    if (out.height == in.height * factor && out.width == in.width * factor) return "";
  }
  return "resize by other than 2, 4 or 8";
}

// Over rows and columns, or over the last dimension of a map that is otherwise one line.
std::string mean_reason(const Network& network, const Operator& op) {
  const auto& in = tensor_at(network, op.inputs[0]).shape;
  const Tensor& out = tensor_at(network, op.outputs[0]);
  const bool over_area = in.size() == 4 && in[0] == 1 && element_count(out) == in.back();
  const bool over_line =
      in.size() <= 3 && out.shape.size() < in.size() &&
      element_count(out) * in.back() == element_count(tensor_at(network, op.inputs[0]));
  return over_area || over_line ? "" : "mean over other than height and width";
}

std::string kind_reason(const Network& network, const Operator& op) {
  switch (op.type) {
    case OpType::conv_2d:
    case OpType::depthwise_conv_2d:
    case OpType::transpose_conv:
    case OpType::fully_connected:
      return convolution_reason(network, op);
    case OpType::average_pool_2d:
    case OpType::max_pool_2d:
      return pooling_reason(network, op);
    case OpType::mean:
      return mean_reason(network, op);
    case OpType::resize_bilinear:
    case OpType::resize_nearest_neighbor:
      return resize_reason(network, op);
    case OpType::add:
    case OpType::sub:
    case OpType::mul:
    case OpType::minimum:
    case OpType::maximum:
    case OpType::abs:
    case OpType::leaky_relu:
    case OpType::relu:
    case OpType::relu6:
    case OpType::relu_n1_to_1:
    case OpType::relu_0_to_1:
    case OpType::logistic:
    case OpType::tanh:
    case OpType::hard_swish:
    case OpType::softmax:
    case OpType::quantize:
    case OpType::reshape:
    case OpType::squeeze:
    case OpType::expand_dims:
    case OpType::concatenation:
    case OpType::split:
    case OpType::split_v:
    case OpType::pack:
    case OpType::unpack:
    case OpType::slice:
    case OpType::strided_slice:
    case OpType::pad:
      return "";
    default:
      return "no such operation";
  }
}

}  // namespace

std::string host_reason(const Network& network, const Operator& op) {
  if (op.inputs.empty() || op.outputs.empty()) return "no operands";
  const bool split = op.type == OpType::split;
  const std::size_t data = split || op.type == OpType::transpose_conv ? op.inputs.size() - 1 : 0;
  const TensorIndex image =
      op.type == OpType::transpose_conv && op.inputs.size() > 2 ? op.inputs[2] : op.inputs[data];
  for (const TensorIndex index : {image, op.outputs.front()}) {
    if (index == no_tensor) return "an absent operand";
    const DataType type = tensor_at(network, index).type;
    if (!is_quantised(type)) return std::string(data_type_name(type)) + " data";
  }
  return kind_reason(network, op);
}

}  // namespace spillway::ethosu
