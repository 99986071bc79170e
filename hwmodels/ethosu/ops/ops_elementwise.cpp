// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/ethosu/ops/op_parts.h"
#include "planner/plan_network.h"

namespace spillway::ethosu {
namespace {

struct ElementwiseName {
  ElementwiseMode mode;
  const char* type;
  bool unary;
};

ElementwiseName elementwise_name(OpType type) {
  switch (type) {
    case OpType::sub:
      return {ElementwiseMode::sub, "Sub", false};
    case OpType::mul:
      return {ElementwiseMode::mul, "Mul", false};
    case OpType::minimum:
      return {ElementwiseMode::min, "Minimum", false};
    case OpType::maximum:
      return {ElementwiseMode::max, "Maximum", false};
    case OpType::abs:
      return {ElementwiseMode::abs, "Abs", true};
    case OpType::leaky_relu:
      return {ElementwiseMode::lrelu, "LeakyRelu", true};
    default:
      return {ElementwiseMode::add, "Add", false};
  }
}

std::int64_t elements(const FeatureMap& map) {
  return std::int64_t{map.height} * map.width * map.depth;
}

// Rank 1 operands lie along the depth; a view of the other operand's rank keeps it there.
MappedOperand second_operand(const OperatorSite& site, std::size_t index) {
  return map_input(site.network, site.op(), index);
}

}  // namespace

std::vector<NpuOp> elementwise_ops(const OperatorSite& site) {
  const Operator& op = site.op();
  const ElementwiseName name = elementwise_name(op.type);
  NpuOp result = begin_op(site, name.type);
  Operation& operation = result.operation;
  operation.type = OperationType::elementwise;
  operation.elementwise = name.mode;
  if (name.unary || op.inputs.size() < 2) return {result};

  MappedOperand second = second_operand(site, 1);
  // The first operand is the one that is not broadcast.
  if (elements(second.map) > elements(operation.ifm)) {
    std::swap(second.map, operation.ifm);
    std::swap(second.operand, result.ifm);
  }
  const bool scalar = elements(second.map) == 1 && is_constant(site.tensor(second.operand.tensor));
  if (scalar) return {result};
  operation.reads_ifm2 = true;
  operation.ifm2 = second.map;
  result.ifm2 = second.operand;
  return {result};
}

}  // namespace spillway::ethosu
