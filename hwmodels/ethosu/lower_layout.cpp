// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "hwmodels/ethosu/lowering.h"
#include "hwmodels/ethosu/operands.h"

namespace spillway::ethosu {
namespace {

bool aligned_view(const Tensor& tensor, const std::vector<OperandView>& views, std::size_t index) {
  if (index >= views.size()) return true;
  const OperandView& view = views[index];
  if (!view.shape.empty() && view.offset.empty() && view.shape != tensor.shape) return false;
  return view.offset.empty() || view.offset.back() % brick_channels == 0;
}

// Operators whose operations see their operands in another shape than the tensor's.
bool keeps_shape(const Operator& op) {
  switch (op.type) {
    case OpType::fully_connected:
    case OpType::softmax:
    case OpType::reshape:
    case OpType::squeeze:
    case OpType::expand_dims:
      return false;
    default:
      return true;
  }
}

bool touches_in_bricks(const Network& network, std::int32_t index, TensorIndex tensor) {
  const Operator& op = network.operators[static_cast<std::size_t>(index)];
  if (op.on_host || !keeps_shape(op)) return false;
  const Tensor& map = network.tensors[static_cast<std::size_t>(tensor)];
  for (std::size_t i = 0; i < op.inputs.size(); ++i) {
    if (op.inputs[i] == tensor && !aligned_view(map, op.input_views, i)) return false;
  }
  for (std::size_t i = 0; i < op.outputs.size(); ++i) {
    if (op.outputs[i] == tensor && !aligned_view(map, op.output_views, i)) return false;
  }
  return true;
}

}  // namespace

void choose_layouts(Network& network) {
  const TensorUses uses = tensor_uses(network);
  std::vector<std::vector<std::int32_t>> touching(network.tensors.size());
  for (std::size_t i = 0; i < network.operators.size(); ++i) {
    const Operator& op = network.operators[i];
    for (const auto* operands : {&op.inputs, &op.outputs}) {
      for (const TensorIndex tensor : *operands) {
        if (tensor != no_tensor) {
          touching[static_cast<std::size_t>(tensor)].push_back(static_cast<std::int32_t>(i));
        }
      }
    }
  }
  for (std::size_t i = 0; i < network.tensors.size(); ++i) {
    Tensor& tensor = network.tensors[i];
    const bool produced = uses.producer[i] >= 0 && !uses.network_output[i];
    if (tensor.kind != TensorKind::activation || !produced || uses.consumers[i].empty()) continue;
    const auto index = static_cast<TensorIndex>(i);
    if (!std::all_of(touching[i].begin(), touching[i].end(),
                     [&](std::int32_t op) { return touches_in_bricks(network, op, index); })) {
      continue;
    }
    tensor.layout = TensorLayout::nhcwb16;
    tensor.bytes = brick_bytes(npu_shape(tensor.shape), element_bytes(tensor.type));
  }
}

}  // namespace spillway::ethosu
