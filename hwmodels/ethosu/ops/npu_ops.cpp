// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/ethosu/ops/npu_ops.h"

#include <algorithm>

#include "hwmodels/ethosu/ops/op_parts.h"

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

}  // namespace

NpuOp begin_op(const OperatorSite& site, const std::string& type) {
  const Operator& op = site.op();
  NpuOp result;
  result.op = site.index;
  result.type = type;
  result.name = op.name;
  result.operation.activation = activation_work(op);
  result.table = result.operation.activation == ActivationWork::table;
  const MappedOperand ifm = map_input(site.network, op, 0);
  const MappedOperand ofm = map_output(site.network, op, 0);
  result.operation.ifm = ifm.map;
  result.ifm = ifm.operand;
  result.operation.ofm = ofm.map;
  result.ofm = ofm.operand;
  return result;
}

std::vector<NpuOp> npu_ops(const Network& network, std::int32_t index) {
  const OperatorSite site{network, index};
  const Operator& op = site.op();
  if (op.on_host) return {};
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
    case OpType::leaky_relu:
      return elementwise_ops(site);
    case OpType::softmax:
      return softmax_ops(site);
    default:
      return copy_ops(site);
  }
}

Bytes scratch_bytes(const Network& network, std::int32_t index) {
  Bytes end = 0;
  const auto include = [&](const Operand& operand, const FeatureMap& map) {
    if (operand.tensor != scratch_operand) return;
    const BlockShape shape{map.height, map.width, map.depth};
    end = std::max(end, operand.offset + brick_bytes(shape, map.element_bytes));
  };
  for (const NpuOp& op : npu_ops(network, index)) {
    include(op.ifm, op.operation.ifm);
    include(op.ifm2, op.operation.ifm2);
    include(op.ofm, op.operation.ofm);
  }
  return end;
}

}  // namespace spillway::ethosu
