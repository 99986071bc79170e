// SPDX-License-Identifier: Apache-2.0
#include "planner/allocators/tinyengine_rectangles.h"

#include <algorithm>

#include "base/index.h"

namespace spillway {
namespace {

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

Rectangles tinyengine_rectangles(const PlanningProblem& problem, bool in_place) {
  return RectangleBuilder(problem, in_place).build();
}

}  // namespace spillway
