// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "base/index.h"
#include "hwmodels/ethosu/lower/passes.h"
#include "hwmodels/ethosu/ops/constant_values.h"
#include "hwmodels/ethosu/ops/reduced_axes.h"
#include "planner/plan_network.h"

namespace spillway::ethosu {
namespace {

bool same_scale(const Tensor& a, const Tensor& b) {
  return a.scale == b.scale && a.zero_point == b.zero_point;
}

// Whether the operator returns the values of its input unchanged.
bool does_nothing(const Network& network, const Operator& op) {
  const Tensor& in = at(network.tensors, op.inputs[0]);
  const Tensor& out = at(network.tensors, op.outputs[0]);
  if (op.type == OpType::resize_bilinear || op.type == OpType::resize_nearest_neighbor) {
    return in.shape == out.shape;
  }
  if (op.type != OpType::mean) return false;
  const std::vector<std::int32_t> axes = reduced_axes(network, op, in.shape.size());
  return std::all_of(axes.begin(), axes.end(),
                     [&](std::int32_t axis) { return at(in.shape, axis) == 1; });
}

// Turns a split with a single part into a reshape, which has the data as its only operand.
void simplify_split(Operator& op) {
  if (op.type != OpType::split || op.outputs.size() != 1) return;
  op.type = OpType::reshape;
  op.inputs = {op.inputs.back()};
}

// Turns a PReLU with the same slope for all channels into a leaky ReLU, and a leaky ReLU with slope
// 0 into a ReLU.
void simplify_slopes(const Network& network, Operator& op) {
  if (op.type == OpType::prelu) {
    const SlopeRange range = slope_range(at(network.tensors, op.inputs[1]));
    if (!range.known || range.least != range.most) return;
    op.type = OpType::leaky_relu;
    op.alpha = static_cast<float>(range.least);
    op.inputs.resize(1);
  }
  if (op.type == OpType::leaky_relu && op.alpha == 0) op.type = OpType::relu;
}

/// The multiplication in MAXIMUM(x, MUL(x, factor)): the index of its operator, and the tensors x
/// (`shared`) and `factor`.
struct Multiple {
  std::int32_t product = -1;
  TensorIndex shared = no_tensor;
  TensorIndex factor = no_tensor;
};

Multiple multiple_of(const Network& network, const TensorUses& uses, std::int32_t index) {
  const Operator& maximum = at(network.operators, index);
  for (std::size_t i = 0; i < 2; ++i) {
    const std::int32_t from = at(uses.producer, maximum.inputs[i]);
    if (from < 0 || !uses.only_consumer(maximum.inputs[i], index)) continue;
    const Operator& product = at(network.operators, from);
    const TensorIndex other = maximum.inputs[1 - i];
    if (product.type != OpType::mul || product.activation != Activation::none) continue;
    for (std::size_t k = 0; k < 2; ++k) {
      if (product.inputs[k] == other) return {from, other, product.inputs[1 - k]};
    }
  }
  return {};
}

// Replaces MAXIMUM(x, MUL(x, constant)) by a leaky ReLU, or by the absolute value if the stored
// (quantised) constant is -1. x, product and result must have 8 bits and the same scale.
void simplify_maximum(Network& network, const TensorUses& uses, std::int32_t index) {
  Operator& maximum = at(network.operators, index);
  if (maximum.type != OpType::maximum || maximum.inputs.size() != 2) return;
  const Multiple multiple = multiple_of(network, uses, index);
  if (multiple.product < 0) return;
  const Tensor& shared = at(network.tensors, multiple.shared);
  const Tensor& factor = at(network.tensors, multiple.factor);
  const Tensor& out = at(network.tensors, maximum.outputs[0]);
  Operator& product = at(network.operators, multiple.product);
  const bool narrow = shared.type == DataType::int8 || shared.type == DataType::uint8;
  if (!narrow || shared.type != out.type || !factor.shape.empty() || factor.data.empty() ||
      !same_scale(shared, out) || !same_scale(shared, at(network.tensors, product.outputs[0]))) {
    return;
  }
  const auto stored = static_cast<std::int8_t>(factor.data.data[0]);
  if (stored < -1) return;
  maximum.type = stored == -1 ? OpType::abs : OpType::leaky_relu;
  maximum.alpha = static_cast<float>(slope_range(factor).most);
  maximum.inputs = {multiple.shared};
  product.outputs.clear();
}

}  // namespace

void know_shapes(Network& network) {
  const TensorUses uses = tensor_uses(network);
  for (Operator& op : network.operators) {
    if (op.type != OpType::shape || op.outputs.size() != 1) continue;
    if (at(uses.network_output, op.outputs[0])) continue;
    at(network.tensors, op.outputs[0]).kind = TensorKind::constant;
    op.outputs.clear();
  }
}

void know_constants(Network& network) {
  const TensorUses uses = tensor_uses(network);
  for (Operator& op : network.operators) {
    if (op.type != OpType::quantize || op.outputs.size() != 1 || op.inputs.empty()) continue;
    if (op.inputs[0] == no_tensor || at(uses.network_output, op.outputs[0])) continue;
    const Tensor& in = at(network.tensors, op.inputs[0]);
    Tensor& out = at(network.tensors, op.outputs[0]);
    const bool requantized =
        in.type == out.type && (in.type == DataType::int8 || in.type == DataType::int16);
    if (!is_constant(in) || !(requantized || in.type == DataType::float32)) continue;
    out.kind = TensorKind::constant;
    op.outputs.clear();
  }
}

void simplify_operators(Network& network) {
  const TensorUses uses = tensor_uses(network);
  for (std::size_t i = 0; i < network.operators.size(); ++i) {
    Operator& op = network.operators[i];
    if (op.on_host || op.outputs.empty()) continue;
    if (does_nothing(network, op)) op.type = OpType::reshape;
    simplify_split(op);
    simplify_slopes(network, op);
    simplify_maximum(network, uses, static_cast<std::int32_t>(i));
  }
  drop_removed(network);
}

}  // namespace spillway::ethosu
