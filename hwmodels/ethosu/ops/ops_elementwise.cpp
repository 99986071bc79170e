// SPDX-License-Identifier: Apache-2.0
#include <stdexcept>
#include <utility>

#include "hwmodels/ethosu/ops/binary_operations.h"
#include "hwmodels/ethosu/ops/constant_values.h"
#include "hwmodels/ethosu/ops/op_chain.h"
#include "planner/plan_network.h"

namespace spillway::ethosu {
namespace {

ElementwiseMode mode_of(OpType type) {
  switch (type) {
    case OpType::add:
      return ElementwiseMode::add;
    case OpType::sub:
      return ElementwiseMode::sub;
    case OpType::mul:
      return ElementwiseMode::mul;
    case OpType::minimum:
      return ElementwiseMode::min;
    case OpType::maximum:
      return ElementwiseMode::max;
    case OpType::abs:
      return ElementwiseMode::abs;
    default:
      throw std::logic_error("an operator that is not one elementwise operation");
  }
}

// Returns whether input `input` is a constant without dimensions (a scalar), which the command
// stream stores in a register.
bool in_register(const OperatorSite& site, std::size_t input) {
  const Tensor& tensor = site.tensor(site.op().inputs[input]);
  return tensor.shape.empty() && is_constant(tensor);
}

bool gives_way(const OperatorSite& site, std::size_t input) {
  const Tensor& tensor = site.tensor(site.op().inputs[input]);
  return tensor.shape.empty() || is_constant(tensor);
}

BlockShape output_extents(const OperatorSite& site) {
  return shape_of(map_output(site.network, site.op(), 0).map);
}

// Returns whether the two operands are exchanged: the first operand is a constant or a scalar, and
// the second operand is no constant, is no scalar, and has the shape of the output.
bool swaps(const OperatorSite& site) {
  if (!gives_way(site, 0) || gives_way(site, 1)) return false;
  return shape_of(map_input(site.network, site.op(), 1).map) == output_extents(site);
}

}  // namespace

bool is_binary_operation(OpType type) {
  return type == OpType::add || type == OpType::sub || type == OpType::mul ||
         type == OpType::minimum || type == OpType::maximum;
}

std::vector<NpuOp> elementwise_ops(const OperatorSite& site) {
  const Operator& op = site.op();
  OpChain chain(site);
  const ElementwiseMode mode = mode_of(op.type);
  const std::size_t first = op.inputs.size() > 1 && swaps(site) ? 1 : 0;
  const MappedOperand ifm = map_input(site.network, op, first);
  const MappedOperand ofm = map_output(site.network, op, 0);
  if (is_unary(mode) || op.inputs.size() < 2 || in_register(site, 1 - first)) {
    apply_activation(site, chain.elementwise(mode, op.name, ifm, nullptr, ofm));
  } else {
    const MappedOperand second = map_input(site.network, op, 1 - first);
    apply_activation(site, chain.elementwise(mode, op.name, ifm, &second, ofm));
  }
  return chain.take();
}

// Returns the operations of a leaky RELU. A lookup table computes 8-bit data. The LRELU operation
// computes 16-bit data if input and output have equal scales and zero points and the slope is
// positive. In all other cases, multiplications and a maximum or a sum compute 16-bit data.
std::vector<NpuOp> leaky_relu_ops(const OperatorSite& site) {
  const Operator& op = site.op();
  if (op.table_activation) return activation_ops(site);
  const Tensor& in = site.tensor(op.inputs[0]);
  const Tensor& out = site.tensor(op.outputs[0]);
  const MappedOperand ifm = map_input(site.network, op, 0);
  const MappedOperand ofm = map_output(site.network, op, 0);
  OpChain chain(site);
  const bool same_scale = in.scale == out.scale && in.zero_point == out.zero_point;
  if (same_scale && op.alpha > 0) {
    chain.elementwise(ElementwiseMode::lrelu, op.name, ifm, nullptr, ofm);
    return chain.take();
  }
  const std::int32_t bytes = ofm.map.element_bytes;
  const MappedOperand slope = made_up({1, 1, 1}, bytes);
  if (op.alpha > 0 && op.alpha < 1) {
    const MappedOperand scaled =
        chain.elementwise(ElementwiseMode::mul, op.name + "_mul_alpha", ifm, &slope, bytes);
    const MappedOperand kept =
        same_scale ? ifm
                   : chain.elementwise(ElementwiseMode::mul, op.name + "_mul_identity", ifm,
                                       nullptr, bytes);
    chain.elementwise(ElementwiseMode::max, op.name, scaled, &kept, ofm);
    return chain.take();
  }
  const MappedOperand below = chain.elementwise(ElementwiseMode::min, op.name + "_min", ifm,
                                                nullptr, op.alpha < 0 ? 4 : bytes);
  const MappedOperand wide = made_up({1, 1, 1}, below.map.element_bytes);
  const MappedOperand scaled =
      chain.elementwise(ElementwiseMode::mul, op.name + "_mul_alpha", below, &wide, bytes);
  const MappedOperand above = chain.scratch(shape_of(ifm.map), bytes, Layout::nhcwb16);
  chain.pool(PoolMode::average, op.name + "_relu_avgpool", ifm, above).operation.activation =
      ActivationWork::clamp;
  chain.elementwise(ElementwiseMode::add, op.name, scaled, &above, ofm);
  return chain.take();
}

// Returns the operations of a PRELU. If all slopes are known to be below 1, the result is max(x,
// slope * x). Otherwise, the result is the sum of slope * min(x, 0) and max(x, 0).
std::vector<NpuOp> prelu_ops(const OperatorSite& site) {
  const Operator& op = site.op();
  const Tensor& in = site.tensor(op.inputs[0]);
  const Tensor& out = site.tensor(op.outputs[0]);
  const MappedOperand ifm = map_input(site.network, op, 0);
  const MappedOperand slopes = map_input(site.network, op, 1);
  const MappedOperand ofm = map_output(site.network, op, 0);
  const std::int32_t bytes = ofm.map.element_bytes;
  OpChain chain(site);
  const SlopeRange range = slope_range(site.tensor(op.inputs[1]));
  if (range.known && range.most < 1) {
    const MappedOperand scaled =
        chain.elementwise(ElementwiseMode::mul, op.name + "_mul_alpha", ifm, &slopes, bytes);
    const bool same_scale = in.scale == out.scale && in.zero_point == out.zero_point;
    const MappedOperand kept =
        same_scale ? ifm
                   : chain.elementwise(ElementwiseMode::mul, op.name + "_mul_identity", ifm,
                                       nullptr, bytes);
    apply_activation(site,
                     chain.elementwise(ElementwiseMode::max, op.name + "_max", scaled, &kept, ofm));
    return chain.take();
  }
  const MappedOperand below =
      chain.elementwise(ElementwiseMode::min, op.name + "_min", ifm, nullptr, bytes);
  const MappedOperand scaled =
      chain.elementwise(ElementwiseMode::mul, op.name + "_mul_alpha", below, &slopes, bytes);
  const MappedOperand above = chain.scratch(shape_of(ifm.map), bytes, Layout::nhcwb16);
  chain.pool(PoolMode::average, op.name + "_relu_avgpool", ifm, above).operation.activation =
      ActivationWork::clamp;
  apply_activation(site,
                   chain.elementwise(ElementwiseMode::add, op.name + "_add", scaled, &above, ofm));
  return chain.take();
}

// Returns the operations of a squared difference. Both operands are widened to 32 bits and scaled.
// Their difference is multiplied by itself and scaled to the type of the output.
std::vector<NpuOp> squared_difference_ops(const OperatorSite& site) {
  constexpr std::int32_t word = 4;
  const Operator& op = site.op();
  const MappedOperand factor = made_up({1, 1, 1}, word);
  OpChain chain(site);
  const auto widened = [&](std::size_t input, const std::string& number) {
    const MappedOperand from = map_input(site.network, op, input);
    const MappedOperand wide = chain.scratch(shape_of(from.map), word, Layout::nhcwb16);
    chain.depthwise(op.name + "_ifm" + (number == "2" ? "2" : "") + "_32bit_shifted", {}, from,
                    wide);
    return chain.elementwise(ElementwiseMode::mul, op.name + "_scaled_input" + number, wide,
                             &factor, word);
  };
  const MappedOperand first = widened(0, "1");
  const MappedOperand second = widened(1, "2");
  const MappedOperand difference =
      chain.elementwise(ElementwiseMode::sub, op.name + "_raw_diff", first, &second, word);
  const MappedOperand square = chain.elementwise(ElementwiseMode::mul, op.name + "_squared_raw",
                                                 difference, &difference, word);
  const MappedOperand ofm = map_output(site.network, op, 0);
  apply_activation(site, chain.elementwise(ElementwiseMode::mul, op.name, square, &factor, ofm));
  return chain.take();
}

}  // namespace spillway::ethosu
