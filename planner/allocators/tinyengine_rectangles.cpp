// SPDX-License-Identifier: Apache-2.0
#include "planner/allocators/tinyengine_rectangles.h"

#include <algorithm>

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

class RectangleBuilder {
 public:
  RectangleBuilder(const PlanningProblem& problem, bool in_place)
      : problem_(problem),
        in_place_(in_place),
        layers_(static_cast<TimeStep>(problem.operators.size())) {
    rectangles_.rectangle_of.assign(problem.buffers.size(), -1);
  }

  Rectangles build() {
    for (TimeStep layer = 0; layer < layers_; ++layer) {
      const BufferOperator& op = at(problem_.operators, layer);
      for (const BufferIndex input : op.inputs) {
        add(input, layer);
      }
      join_in_place(op, layer);
      for (const BufferIndex output : op.outputs) {
        add(output, layer);
      }
    }
    set_ends();
    return std::move(rectangles_);
  }

 private:
  BufferIndex& rectangle_of(BufferIndex buffer) { return at(rectangles_.rectangle_of, buffer); }
  const Buffer& original(BufferIndex buffer) const { return at(problem_.buffers, buffer); }

  void add(BufferIndex buffer, TimeStep layer) {
    if (buffer < 0 || rectangle_of(buffer) >= 0) {
      return;
    }
    rectangle_of(buffer) = static_cast<BufferIndex>(rectangles_.buffers.size());
    Buffer rectangle = original(buffer);
    rectangle.lower = layer;
    rectangle.upper = layer == 0 ? 1 : layers_;
    if (rectangle.kind == TensorKind::scratch) {
      rectangle.upper = layer + 1;
    } else if (is_persistent(rectangle.kind)) {
      rectangle.lower = 0;
      rectangle.upper = layers_;
    }
    rectangles_.buffers.push_back(std::move(rectangle));
  }

  void join_in_place(const BufferOperator& op, TimeStep layer) {
    if (!in_place_ || !op.workspace.works_in_place || op.inputs.empty() || op.outputs.empty()) {
      return;
    }
    const BufferIndex input = op.inputs.front();
    const BufferIndex output = op.outputs.front();
    if (input < 0 || output < 0 || original(output).size > original(input).size) {
      return;
    }
    rectangle_of(output) = rectangle_of(input);
    if (op.workspace.stride2) {
      at(rectangles_.buffers, rectangle_of(input)).stride2_inplace_layer = layer;
    }
  }

  void set_ends() {
    for (TimeStep layer = 0; layer < layers_; ++layer) {
      for (const BufferIndex input : at(problem_.operators, layer).inputs) {
        if (input < 0) {
          continue;
        }
        Buffer& rectangle = at(rectangles_.buffers, rectangle_of(input));
        if (layer > rectangle.lower && !is_persistent(rectangle.kind)) {
          rectangle.upper = layer + 1;
        }
      }
    }
  }

  const PlanningProblem& problem_;
  bool in_place_;
  TimeStep layers_;
  Rectangles rectangles_;
};

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

Rectangles tinyengine_rectangles(const PlanningProblem& problem, bool in_place) {
  return RectangleBuilder(problem, in_place).build();
}

}  // namespace spillway
