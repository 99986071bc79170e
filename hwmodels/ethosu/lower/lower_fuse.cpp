// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
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

// Padding of height and width only; nothing for any other, or one whose amounts are not known.
std::optional<Padding> spatial_padding(const Network& network, const Operator& pad) {
  if (pad.inputs.size() < 2) return std::nullopt;
  const auto values = constant_values(at(network.tensors, pad.inputs[1]));
  if (values.size() != 8) return std::nullopt;
  const bool others = values[0] != 0 || values[1] != 0 || values[6] != 0 || values[7] != 0;
  if (others) return std::nullopt;
  return Padding{values[2], values[3], values[4], values[5]};
}

bool takes_padding(const Operator& op) {
  return !op.on_host && (op.type == OpType::conv_2d || op.type == OpType::depthwise_conv_2d) &&
         op.window.scheme != PaddingScheme::same;
}

// Larger padding than the kernel covers is not expressible.
bool within_kernel(const Window& window, const Padding& padding) {
  return padding.top < window.extent_h() && padding.left < window.extent_w() &&
         padding.bottom <= window.extent_h() && padding.right <= window.extent_w();
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

bool is_table(OpType type) {
  return type == OpType::logistic || type == OpType::tanh || type == OpType::hard_swish;
}

// Operators whose last NPU operation can apply one more function on the way out.
bool takes_activation(const Operator& op) {
  if (op.on_host || op.activation != Activation::none || op.table_activation) return false;
  switch (op.type) {
    case OpType::conv_2d:
    case OpType::depthwise_conv_2d:
    case OpType::transpose_conv:
    case OpType::fully_connected:
    case OpType::average_pool_2d:
    case OpType::max_pool_2d:
    case OpType::add:
    case OpType::sub:
    case OpType::mul:
      return true;
    default:
      return false;
  }
}

}  // namespace

void fuse_padding(Network& network) {
  const TensorUses uses = tensor_uses(network);
  for (Operator& pad : network.operators) {
    if (pad.type != OpType::pad || pad.on_host) continue;
    const TensorIndex padded = pad.outputs[0];
    const std::optional<Padding> padding = spatial_padding(network, pad);
    const auto& readers = at(uses.consumers, padded);
    if (!padding || at(uses.network_output, padded)) continue;
    const bool all_take = std::all_of(readers.begin(), readers.end(), [&](std::int32_t reader) {
      const Operator& op = at(network.operators, reader);
      return takes_padding(op) && within_kernel(op.window, *padding);
    });
    if (!all_take) continue;
    for (const std::int32_t reader : readers) {
      Operator& op = at(network.operators, reader);
      op.inputs[0] = pad.inputs[0];
      op.window.pad_top += padding->top;
      op.window.pad_bottom += padding->bottom;
      op.window.pad_left += padding->left;
      op.window.pad_right += padding->right;
      op.window.scheme = PaddingScheme::given;
    }
    pad.outputs.clear();
  }
  drop_removed(network);
}

void fuse_activations(Network& network) {
  const TensorUses uses = tensor_uses(network);
  for (std::size_t i = 0; i < network.operators.size(); ++i) {
    Operator& activation = network.operators[i];
    const std::optional<Activation> clamp = clamp_of(activation.type);
    if (activation.on_host || (!clamp && !is_table(activation.type))) continue;
    if (!clamp) activation.table_activation = true;
    if (clamp) activation.activation = *clamp;
    const TensorIndex input = activation.inputs[0];
    const std::int32_t from = at(uses.producer, input);
    if (from < 0 || !uses.only_consumer(input, static_cast<std::int32_t>(i))) continue;
    Operator& producer = at(network.operators, from);
    if (producer.outputs.empty() || !takes_activation(producer)) continue;
    if (clamp) producer.activation = *clamp;
    producer.table_activation = !clamp;
    producer.outputs[0] = activation.outputs[0];
    activation.outputs.clear();
  }
  drop_removed(network);
}

}  // namespace spillway::ethosu
