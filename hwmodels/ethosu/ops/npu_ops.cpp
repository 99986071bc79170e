// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/ethosu/ops/npu_ops.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "base/index.h"
#include "hwmodels/ethosu/ops/op_chain.h"

namespace spillway::ethosu {
namespace {

ActivationWork activation_work(const Operator& op) {
  if (op.table_activation) return ActivationWork::table;
  switch (op.activation) {
    case Activation::none:
      return ActivationWork::none;
    case Activation::tanh:
      return ActivationWork::table;
    default:
      return ActivationWork::clamp;
  }
}

constexpr Bytes narrow_table_bytes = 256;
constexpr Bytes wide_table_bytes = 2048;  // 512 entries of value and slope

// Returns the bytes that a feature map between two operations occupies, from the first byte of the
// map to the end of its last row.
Bytes scratch_map_bytes(const FeatureMap& map) {
  if (map.layout == Layout::nhcwb16) {
    return brick_bytes({map.height, map.width, map.depth}, map.element_bytes);
  }
  return map.height * map.stride_y;
}

/// Lowering splits some operators into one operator per NPU operation, and creates a tensor for
/// each feature map between these operations. If `operand` is such a feature map, changes `operand`
/// to refer to the tensor and gives `map` the layout of the tensor. Other operands stay unchanged.
void place_intermediate(const Network& network, const SplitOperator& whole, Operand& operand,
                        FeatureMap& map) {
  if (operand.tensor != scratch_operand) return;
  const ScratchPlace place = scratch_place(operand);
  operand = {whole.intermediates[place.number], place.offset};
  const Layout stored = at(network.tensors, operand.tensor).layout == TensorLayout::nhcwb16
                            ? Layout::nhcwb16
                            : Layout::nhwc;
  if (map.layout == stored || operand.offset != 0) return;
  const bool is_signed = map.is_signed;
  map = dense_map(map.height, map.width, map.depth, map.element_bytes, stored, 0, 0);
  map.is_signed = is_signed;
}

}  // namespace

void NpuOp::load_table(Bytes bytes) {
  operation.activation = ActivationWork::table;
  table = true;
  table_bytes = bytes;
}

NpuOp begin_op(const OperatorSite& site, const std::string& type) {
  const Operator& op = site.op();
  NpuOp result;
  result.op = site.index;
  result.type = type;
  result.name = op.name;
  apply_activation(site, result);
  const MappedOperand ifm = map_input(site.network, op, 0);
  const MappedOperand ofm = map_output(site.network, op, 0);
  result.operation.ifm = ifm.map;
  result.ifm = ifm.operand;
  result.ifm_whole = ifm.whole;
  result.operation.ofm = ofm.map;
  result.ofm = ofm.operand;
  result.ofm_whole = ofm.whole;
  return result;
}

void apply_activation(const OperatorSite& site, NpuOp& last) {
  last.operation.activation = activation_work(site.op());
  if (last.operation.activation == ActivationWork::table) {
    const bool wide = element_bytes(site.tensor(site.op().outputs[0]).type) == 2;
    last.load_table(wide ? wide_table_bytes : narrow_table_bytes);
  }
}

namespace {

std::vector<NpuOp> ops_of(const OperatorSite& site) {
  const Operator& op = site.op();
  switch (op.type) {
    case OpType::conv_2d:
    case OpType::depthwise_conv_2d:
    case OpType::transpose_conv:
    case OpType::fully_connected:
      return convolution_ops(site);
    case OpType::average_pool_2d:
    case OpType::max_pool_2d:
      return pooling_ops(site);
    case OpType::mean:
      return mean_ops(site);
    case OpType::resize_nearest_neighbor:
    case OpType::resize_bilinear:
      return resize_ops(site);
    case OpType::add:
    case OpType::sub:
    case OpType::mul:
    case OpType::minimum:
    case OpType::maximum:
    case OpType::abs:
      return elementwise_ops(site);
    case OpType::squared_difference:
      return squared_difference_ops(site);
    case OpType::leaky_relu:
      return leaky_relu_ops(site);
    case OpType::prelu:
      return prelu_ops(site);
    case OpType::relu:
    case OpType::relu6:
    case OpType::relu_n1_to_1:
    case OpType::relu_0_to_1:
    case OpType::logistic:
    case OpType::tanh:
    case OpType::hard_swish:
    case OpType::exp:
      return activation_ops(site);
    case OpType::reshape:
    case OpType::squeeze:
    case OpType::expand_dims:
      return memory_copy_ops(site);
    case OpType::pad:
      return pad_ops(site);
    case OpType::transpose:
      return transpose_ops(site);
    case OpType::arg_max:
      return arg_max_ops(site);
    case OpType::lstm:
      return lstm_ops(site);
    case OpType::softmax:
      return softmax_ops(site);
    case OpType::concatenation:
    case OpType::pack:
    case OpType::split:
    case OpType::split_v:
    case OpType::unpack:
    case OpType::slice:
    case OpType::strided_slice:
    case OpType::quantize:
    case OpType::shape:
      return copy_ops(site);
    default:
      throw std::logic_error("no NPU operations are known for " + op.type_name);
  }
}

// Makes operation `from` pass its result to operation `to` inside the NPU. The result, which is the
// OFM of `from` and the IFM or IFM2 of `to`, then has no place in a memory.
void hand_over(NpuOp& from, NpuOp& to) {
  const TensorIndex tensor = from.ofm.tensor;
  const auto hide = [](Operand& operand, FeatureMap& map) {
    operand = {};
    map.tiling = Tiling::none;
  };
  if (to.ifm.tensor == tensor) {
    hide(to.ifm, to.operation.ifm);
  } else {
    hide(to.ifm2, to.operation.ifm2);
  }
  hide(from.ofm, from.operation.ofm);
}

std::vector<NpuOp> chained_ops(const Network& network, std::int32_t index) {
  std::vector<NpuOp> operations;
  for (const Operator& op : *at(network.operators, index).chain) {
    std::vector<NpuOp> of_operator = ops_of({network, index, &op});
    if (!operations.empty()) hand_over(operations.back(), of_operator.front());
    operations.push_back(std::move(of_operator.front()));
  }
  return operations;
}

}  // namespace

std::vector<NpuOp> unplaced_npu_ops(const Network& network, std::int32_t index) {
  const Operator& op = at(network.operators, index);
  if (op.on_host) return {};
  return op.chain ? chained_ops(network, index) : ops_of({network, index});
}

std::vector<NpuOp> npu_ops(const Network& network, std::int32_t index) {
  std::vector<NpuOp> operations = unplaced_npu_ops(network, index);
  const Operator& op = at(network.operators, index);
  if (!op.whole) return operations;
  NpuOp part = std::move(at(operations, op.part));
  place_intermediate(network, *op.whole, part.ifm, part.operation.ifm);
  place_intermediate(network, *op.whole, part.ifm2, part.operation.ifm2);
  place_intermediate(network, *op.whole, part.ofm, part.operation.ofm);
  return {std::move(part)};
}

Bytes scratch_bytes(const Network& network, std::int32_t index) {
  Bytes end = 0;
  const auto include = [&](const Operand& operand, const FeatureMap& map) {
    if (operand.tensor != scratch_operand) return;
    end = std::max(end, operand.offset + scratch_map_bytes(map));
  };
  for (const NpuOp& op : npu_ops(network, index)) {
    include(op.ifm, op.operation.ifm);
    include(op.ifm2, op.operation.ifm2);
    include(op.ofm, op.operation.ofm);
  }
  return end;
}

}  // namespace spillway::ethosu
