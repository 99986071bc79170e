// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "base/index.h"
#include "hwmodels/ethosu/lower/passes.h"
#include "hwmodels/ethosu/ops/npu_ops.h"

namespace spillway::ethosu {
namespace {

bool same_map(const FeatureMap& a, const FeatureMap& b) {
  return a.height == b.height && a.width == b.width && a.depth == b.depth && a.layout == b.layout &&
         a.element_bytes == b.element_bytes && a.stride_y == b.stride_y && a.stride_x == b.stride_x;
}

/// Whether `operand` refers to a whole tensor that has as many bytes as the tensor of `of`.
bool is_whole(const Network& network, const Operand& operand, const Operand& of) {
  return operand.tensor >= 0 && operand.offset == 0 &&
         at(network.tensors, operand.tensor).bytes == at(network.tensors, of.tensor).bytes;
}

/// Returns the operands that an elementwise operation can overwrite with its result. The operation
/// reads each block before it writes the block. So the operation can overwrite an operand whose
/// elements lie at the same offsets as those of the result.
std::vector<TensorIndex> overwritable(const NpuOp& op, const Network& network) {
  const Operation& of = op.operation;
  if (of.type != OperationType::elementwise || op.ofm.tensor < 0 || op.ofm.offset != 0) return {};
  std::vector<TensorIndex> operands;
  const auto consider = [&](const Operand& operand, const FeatureMap& map) {
    if (same_map(map, of.ofm) && is_whole(network, operand, op.ofm)) {
      operands.push_back(operand.tensor);
    }
  };
  consider(op.ifm, of.ifm);
  if (of.reads_ifm2) consider(op.ifm2, of.ifm2);
  return operands;
}

}  // namespace

void mark_in_place(Network& network) {
  const TensorUses uses = tensor_uses(network);
  for (std::size_t i = 0; i < network.operators.size(); ++i) {
    Operator& op = network.operators[i];
    op.overwrites = -1;
    const auto index = static_cast<std::int32_t>(i);
    const std::vector<NpuOp> operations = npu_ops(network, index);
    if (operations.size() != 1) continue;
    for (const TensorIndex operand : overwritable(operations.front(), network)) {
      const auto input = std::find(op.inputs.begin(), op.inputs.end(), operand);
      if (op.overwrites >= 0 || input == op.inputs.end()) continue;
      // An operand that a later operator reads must not be overwritten.
      if (at(uses.consumers, operand).back() != index) continue;
      op.overwrites = static_cast<std::int32_t>(input - op.inputs.begin());
    }
  }
}

}  // namespace spillway::ethosu
