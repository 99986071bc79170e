// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <optional>

#include "base/index.h"
#include "hwmodels/ethosu/lower/passes.h"
#include "hwmodels/ethosu/ops/constant_values.h"
#include "hwmodels/ethosu/ops/operands.h"

namespace spillway::ethosu {
namespace {

struct Padding {
  std::int32_t top = 0, bottom = 0, left = 0, right = 0;
};

// Returns the padding of rows and columns by a PAD operator; nullopt if the operator also pads
// channels or batches.
std::optional<Padding> spatial_padding(const Network& network, const Operator& pad) {
  const auto values = constant_values(at(network.tensors, pad.inputs[1]));
  if (values.size() != 6 && values.size() != 8) return {};
  const std::size_t rows = values.size() - 6;
  const auto is_zero = [](std::int32_t value) { return value == 0; };
  if (!std::all_of(values.begin(), values.begin() + static_cast<long>(rows), is_zero) ||
      !std::all_of(values.end() - 2, values.end(), is_zero)) {
    return {};
  }
  return Padding{values[rows], values[rows + 1], values[rows + 2], values[rows + 3]};
}

bool same_values(const Network& network, TensorIndex a, TensorIndex b) {
  const Tensor& first = at(network.tensors, a);
  const Tensor& second = at(network.tensors, b);
  return first.type == second.type && first.scale == second.scale &&
         first.zero_point == second.zero_point;
}

// Whether a convolution or average pooling can take over `padding` rows (or columns) before its
// first row (or column). `extent` is the height (or width) of the kernel. One of three conditions
// must hold: the padding is half the kernel, the padding is a multiple of the stride, or half the
// kernel is at most the stride.
bool begins_on_a_step(std::int32_t padding, std::int32_t stride, std::int32_t extent) {
  const std::int32_t half = extent / 2;
  return padding == half || half <= stride || padding % stride == 0;
}

bool within_kernel(const Window& window, const Padding& padding) {
  const std::int32_t half_h = window.extent_h() / 2;
  const std::int32_t half_w = window.extent_w() / 2;
  return padding.top <= half_h && padding.bottom <= half_h && padding.left <= half_w &&
         padding.right <= half_w &&
         begins_on_a_step(padding.top, window.stride_h, window.extent_h()) &&
         begins_on_a_step(padding.left, window.stride_w, window.extent_w());
}

// Whether an average pooling can take over the padding: on every side, the padding must be zero or
// half the window.
bool averages_padding(const Window& window, const Padding& padding) {
  const auto fits = [](std::int32_t amount, std::int32_t extent) {
    return amount == 0 || amount == extent / 2;
  };
  return fits(padding.top, window.extent_h()) && fits(padding.bottom, window.extent_h()) &&
         fits(padding.left, window.extent_w()) && fits(padding.right, window.extent_w());
}

bool takes_padding(const Operator& op, const Padding& padding) {
  if (op.on_host || op.window.scheme != PaddingScheme::valid || !op.input_views.empty()) {
    return false;
  }
  if (!within_kernel(op.window, padding)) return false;
  if (op.type == OpType::average_pool_2d) return averages_padding(op.window, padding);
  return op.type == OpType::conv_2d || op.type == OpType::depthwise_conv_2d;
}

std::optional<Activation> clamp_of(OpType type) {
  switch (type) {
    case OpType::relu:
    case OpType::relu_0_to_1:
      return Activation::relu;
    case OpType::relu6:
      return Activation::relu6;
    case OpType::relu_n1_to_1:
      return Activation::relu_n1_to_1;
    default:
      return std::nullopt;
  }
}

bool is_narrow(const Network& network, TensorIndex tensor) {
  return element_bytes(at(network.tensors, tensor).type) == 1;
}

// Whether the operator computes a function that the NPU takes from a lookup table. Logistic and
// tanh of 16-bit data need no table: the hardware computes them itself.
bool is_table(const Network& network, const Operator& op) {
  switch (op.type) {
    case OpType::logistic:
    case OpType::tanh:
    case OpType::hard_swish:
    case OpType::leaky_relu:
      return is_narrow(network, op.inputs[0]) && is_narrow(network, op.outputs[0]);
    case OpType::exp:
      return true;
    default:
      return false;
  }
}

// Whether the operator's last NPU operation can apply an activation function to its result.
bool takes_activation(const Operator& op) {
  if (op.on_host || op.activation != Activation::none || op.table_activation ||
      op.outputs.size() != 1) {
    return false;
  }
  if (op.type == OpType::resize_bilinear) return !op.half_pixel_centers;
  return is_one_of(
      op.type, {OpType::conv_2d, OpType::depthwise_conv_2d, OpType::transpose_conv,
                OpType::fully_connected, OpType::average_pool_2d, OpType::max_pool_2d, OpType::add,
                OpType::sub, OpType::mul, OpType::minimum, OpType::maximum, OpType::abs,
                OpType::mean, OpType::quantize, OpType::squared_difference, OpType::prelu,
                OpType::transpose, OpType::resize_nearest_neighbor});
}

// Whether the operator `activation` can be fused into the operator before it. If `clamp` is true,
// `activation` only clamps values; its input and output must have the same scale and shape. A
// lookup table can always be fused.
bool fuses(const Network& network, const Operator& activation, bool clamp) {
  if (!clamp) return true;
  const bool reshaped = !activation.input_views.empty();
  return !reshaped && same_values(network, activation.inputs[0], activation.outputs[0]);
}

void write_instead(Network& network, Operator& producer, const Operator& activation) {
  const TensorIndex to = activation.outputs[0];
  if (!activation.input_views.empty() && producer.output_views.empty()) {
    producer.output_views = {{at(network.tensors, producer.outputs[0]).shape, {}}};
  }
  producer.outputs[0] = to;
}

}  // namespace

void fuse_padding(Network& network) {
  const TensorUses uses = tensor_uses(network);
  for (Operator& pad : network.operators) {
    if (pad.type != OpType::pad || pad.on_host) continue;
    const TensorIndex padded = pad.outputs[0];
    if (!same_values(network, pad.inputs[0], padded)) continue;
    const std::optional<Padding> padding = spatial_padding(network, pad);
    if (!padding) continue;
    bool needed = at(uses.network_output, padded) || at(uses.consumers, padded).empty();
    for (const std::int32_t reader : at(uses.consumers, padded)) {
      Operator& op = at(network.operators, reader);
      if (!takes_padding(op, *padding)) {
        needed = true;
        continue;
      }
      op.inputs[0] = pad.inputs[0];
      op.window.pad_top += padding->top;
      op.window.pad_bottom += padding->bottom;
      op.window.pad_left += padding->left;
      op.window.pad_right += padding->right;
      op.window.scheme = PaddingScheme::given;
    }
    if (!needed) pad.outputs.clear();
  }
  drop_removed(network);
}

void mark_functions(Network& network) {
  for (Operator& op : network.operators) {
    if (op.on_host) continue;
    if (const std::optional<Activation> clamp = clamp_of(op.type)) op.activation = *clamp;
    if (is_table(network, op)) op.table_activation = true;
  }
}

void fuse_activations(Network& network, bool tables) {
  const TensorUses uses = tensor_uses(network);
  for (std::size_t i = 0; i < network.operators.size(); ++i) {
    Operator& activation = network.operators[i];
    const std::optional<Activation> clamp = clamp_of(activation.type);
    const bool table = is_table(network, activation);
    if (activation.on_host || (!clamp && !table) || (table && !tables)) continue;
    const TensorIndex input = activation.inputs[0];
    const std::int32_t from = at(uses.producer, input);
    if (from < 0 || !uses.only_consumer(input, static_cast<std::int32_t>(i))) continue;
    Operator& producer = at(network.operators, from);
    if (producer.outputs.empty() || !takes_activation(producer)) continue;
    if (!fuses(network, activation, clamp.has_value())) continue;
    if (clamp) producer.activation = *clamp;
    producer.table_activation = table;
    write_instead(network, producer, activation);
    activation.outputs.clear();
  }
  drop_removed(network);
}

}  // namespace spillway::ethosu
