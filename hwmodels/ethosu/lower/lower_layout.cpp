// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "base/index.h"
#include "hwmodels/ethosu/lower/passes.h"
#include "hwmodels/ethosu/ops/operands.h"

namespace spillway::ethosu {
namespace {

bool aligned_view(const Tensor& tensor, const std::vector<OperandView>& views, std::size_t index) {
  if (index >= views.size()) return true;
  const OperandView& view = views[index];
  if (view.offset.empty()) {
    return view.shape.empty() || npu_shape(view.shape) == npu_shape(tensor.shape);
  }
  return view.offset.back() % brick_channels == 0;
}

// Operators whose operations see their operands in another shape than the tensor's.
bool keeps_shape(const Network& network, const Operator& op) {
  switch (op.type) {
    case OpType::mean:
      return at(network.tensors, op.inputs[0]).shape.size() == 4;
    case OpType::fully_connected: {
      // One pixel is one pixel in both layouts.
      const BlockShape in = npu_shape(at(network.tensors, op.inputs[0]).shape);
      const BlockShape out = npu_shape(at(network.tensors, op.outputs[0]).shape);
      return in.height * in.width == 1 && out.height * out.width == 1;
    }
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
  const Operator& op = at(network.operators, index);
  if (op.on_host || !keeps_shape(network, op)) return false;
  const Tensor& map = at(network.tensors, tensor);
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
          at(touching, tensor).push_back(static_cast<std::int32_t>(i));
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
