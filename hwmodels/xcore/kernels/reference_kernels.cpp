// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/xcore/kernels/reference_kernels.h"

#include <algorithm>

#include "base/index.h"
#include "hwmodels/xcore/kernels/shapes.h"

namespace spillway::xcore {
namespace {

double input_elements(const Network& network, const Operator& op) {
  std::int64_t most = 0;
  for (std::size_t i = 0; i < op.inputs.size(); ++i) {
    if (op.inputs[i] == no_tensor) continue;
    if (at(network.tensors, op.inputs[i]).kind == TensorKind::operator_data) continue;
    most = std::max(most, elements_of(input_shape(network, op, i)));
  }
  return static_cast<double>(most);
}

double output_count(const Network& network, const Operator& op) {
  std::int64_t sum = 0;
  for (std::size_t i = 0; i < op.outputs.size(); ++i) {
    sum += elements_of(output_shape(network, op, i));
  }
  return static_cast<double>(sum);
}

/// Whether the first input of the operator is int8. The published times per MAC are for int8 only.
bool is_int8(const Network& network, const Operator& op) {
  return !op.inputs.empty() && op.inputs.front() != no_tensor &&
         at(network.tensors, op.inputs.front()).type == DataType::int8;
}

/// Whether the operator is an average pool over the complete image.
bool is_global_pool(const Network& network, const Operator& op) {
  if (op.type != OpType::average_pool_2d) return false;
  const Image x = image_of(input_shape(network, op, 0));
  return op.window.kernel_h == x.rows && op.window.kernel_w == x.columns;
}

/// Adds the cost of a pad. For every output element, four nested loops either copy an input element
/// or write the padding value.
void add_pad(const Network& network, const Operator& op, SlotSum& cost) {
  const Shape& y = output_shape(network, op, 0);
  const double outputs = output_count(network, op);
  const double copied =
      std::min(outputs, static_cast<double>(elements_of(input_shape(network, op, 0))));
  const double channels = y.empty() ? 1 : std::max(1, y.back());
  cost.add(Cost::reference_pad_copied, copied)
      .add(Cost::reference_pad_filled, outputs - copied)
      .add(Cost::reference_pad_pixel, outputs / channels);
}

/// Adds the cost of an operator whose cost is proportional to its output elements. Returns false,
/// and adds nothing, for other operators.
bool add_element_loop(const Network& network, const Operator& op, SlotSum& cost) {
  const double outputs = output_count(network, op);
  switch (op.type) {
    case OpType::add:
    case OpType::sub:
      cost.add(Cost::reference_add_element, outputs);
      return true;
    case OpType::mul:
      cost.add(Cost::reference_mul_element, outputs);
      return true;
    case OpType::logistic:
    case OpType::tanh:
      cost.add(Cost::reference_function_element, outputs);
      return true;
    case OpType::average_pool_2d:
    case OpType::max_pool_2d:
      cost.add(Cost::reference_element, outputs * op.window.kernel_h * op.window.kernel_w);
      return true;
    case OpType::pad:
      add_pad(network, op, cost);
      return true;
    default:
      return false;
  }
}

}  // namespace

KernelSpec reference_kernel(const Network& network, const Operator& op,
                            const Threading& /*threads*/) {
  StreamKernel kernel;
  kernel.reference = true;
  // The published times of depthwise convolutions are proportional to the MACs, so no cost per call
  // is added.
  if (op.type == OpType::depthwise_conv_2d) {
    kernel.cost.add(Cost::reference_depthwise_mac, static_cast<double>(op.macs));
    if (!is_int8(network, op)) kernel.cost.add(Cost::reference_element, 0);
    return kernel;
  }
  if (op.type == OpType::softmax) {
    kernel.cost.add(Cost::reference_softmax_element, output_count(network, op) + 1);
    return kernel;
  }
  kernel.cost.add(Cost::reference_call);
  if (op.type == OpType::mean || op.type == OpType::sum || is_global_pool(network, op)) {
    kernel.sums = static_cast<std::int64_t>(output_count(network, op));
    kernel.cost.add(Cost::reference_mean_element, input_elements(network, op));
  } else if (op.macs > 0) {
    kernel.cost.add(Cost::reference_mac, static_cast<double>(op.macs));
    const bool published = op.type == OpType::conv_2d || op.type == OpType::fully_connected;
    if (!published || !is_int8(network, op)) kernel.cost.add(Cost::reference_element, 0);
  } else if (!add_element_loop(network, op, kernel.cost)) {
    kernel.cost.add(Cost::reference_element, output_count(network, op));
  }
  return kernel;
}

KernelSpec unknown_kernel(const Network& network, const Operator& op) {
  StreamKernel kernel;
  kernel.unmodelled = true;
  kernel.cost.add(Cost::reference_call)
      .add(Cost::unmodelled_element,
           std::max(input_elements(network, op), output_count(network, op)));
  return kernel;
}

}  // namespace spillway::xcore
