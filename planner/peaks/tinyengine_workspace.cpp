// SPDX-License-Identifier: Apache-2.0
#include "planner/peaks/tinyengine_workspace.h"

#include <vector>

#include "base/index.h"

namespace spillway {
namespace {

const Tensor* tensor_at(const Network& network, const std::vector<TensorIndex>& operands,
                        std::size_t position) {
  if (position >= operands.size() || operands[position] == no_tensor) {
    return nullptr;
  }
  return &at(network.tensors, operands[position]);
}

bool is_int8_image(const Tensor* tensor) {
  constexpr std::size_t nhwc = 4;
  return tensor != nullptr && tensor->type == DataType::int8 && tensor->shape.size() == nhwc;
}

}  // namespace

KernelWorkspace tinyengine_workspace(const Network& network, const Operator& op) {
  const bool depthwise = op.type == OpType::depthwise_conv_2d;
  const Tensor* input = tensor_at(network, op.inputs, 0);
  const Tensor* weights = tensor_at(network, op.inputs, 1);
  KernelWorkspace workspace;
  if ((!depthwise && op.type != OpType::conv_2d) || !is_int8_image(input) || weights == nullptr) {
    return workspace;
  }
  const Window& window = op.window;
  const Bytes taps = Bytes{window.kernel_h} * window.kernel_w * input->shape[3];
  if (depthwise) {
    workspace.works_in_place = true;
    workspace.stride2 = window.stride_h == 2 && window.stride_w == 2;
    workspace.im2col = 2 * taps;
    workspace.im2col_in_place = 2 * (Bytes{input->shape[1]} + 2 * (window.kernel_h / 2)) *
                                (input->shape[2] + 2 * (window.kernel_w / 2));
  } else {
    workspace.im2col = 4 * taps;
    workspace.im2col_in_place = workspace.im2col;
    workspace.kernel = window.kernel_h == 1 ? 0 : 2 * weights->bytes;
  }
  return workspace;
}

}  // namespace spillway
