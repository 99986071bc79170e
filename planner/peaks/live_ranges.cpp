// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <set>
#include <string_view>

#include "base/index.h"
#include "planner/peaks/tinyengine_workspace.h"
#include "planner/plan_network.h"

namespace spillway {
namespace {

/// Whether the operator may write its output over an input. This holds for xformer's operators with
/// the trait MemoryOverlappable, and for the operators of plain networks that xformer lowers to
/// such operators.
bool is_overlappable(const Operator& op) {
  constexpr std::array<std::string_view, 7> lowered = {
      "XC_pad",       "XC_pad_3_to_4",        "XC_add", "XC_mul", "XC_lookup",
      "XC_binaryi16", "XC_beta_activationf32"};
  return op.type == OpType::pad || op.type == OpType::add || op.type == OpType::mul ||
         std::find(lowered.begin(), lowered.end(), op.type_name) != lowered.end();
}

/// Builds the planning problem of a network, with buffers in the order of their first use.
class LiveRanges {
 public:
  LiveRanges(const Network& network, Bytes alignment)
      : network_(network), alignment_(alignment), buffer_of_(network.tensors.size(), -1) {}

  PlanningProblem build() {
    for (const TensorIndex input : network_.inputs) {
      touch(input, 0);
    }
    for (std::size_t i = 0; i < network_.operators.size(); ++i) {
      add_operator(network_.operators[i], static_cast<TimeStep>(i + 1));
    }
    const auto last = static_cast<TimeStep>(network_.operators.size());
    for (const TensorIndex output : network_.outputs) {
      const BufferIndex buffer = touch(output, last);
      if (buffer >= 0) {
        buffer_at(buffer).is_output = true;
      }
    }
    for (Buffer& buffer : problem_.buffers) {
      if (is_persistent(buffer.kind)) {
        buffer.lower = 0;
        buffer.upper = last + 1;
      }
    }
    return std::move(problem_);
  }

 private:
  void add_operator(const Operator& op, TimeStep step) {
    BufferOperator entry;
    entry.name = op.type_name;
    entry.overlappable = is_overlappable(op);
    entry.workspace = tinyengine_workspace(network_, op);
    std::set<BufferIndex> read;
    for (const TensorIndex input : op.inputs) {
      const BufferIndex buffer = touch(input, step);
      // An operator only reads its operator data and cannot overwrite them, so `entry.inputs`
      // (candidates for overwriting) has no operator data.
      if (input == no_tensor || tensor(input).kind != TensorKind::operator_data) {
        entry.inputs.push_back(buffer);
      }
      if (buffer >= 0 && read.insert(buffer).second) {
        ++buffer_at(buffer).reads;
      }
      if (buffer >= 0) {
        buffer_at(buffer).access_score += element_count(tensor(input));
      }
    }
    for (const TensorIndex output : op.outputs) {
      const BufferIndex buffer = touch(output, step);
      entry.outputs.push_back(buffer);
      if (buffer >= 0) {
        buffer_at(buffer).access_score += element_count(tensor(output));
      }
    }
    if (op.overwrites >= 0) entry.overwrites = buffer_of(at(op.inputs, op.overwrites));
    problem_.operators.push_back(std::move(entry));
  }

  /// Extends the live range of a tensor to `step` and returns the tensor's buffer. Returns -1 for
  /// tensors without a live range: constants and tensors of no bytes.
  BufferIndex touch(TensorIndex index, TimeStep step) {
    if (index == no_tensor || is_constant(tensor(index)) || tensor(index).bytes <= 0) {
      return -1;
    }
    BufferIndex& buffer = at(buffer_of_, index);
    if (buffer < 0) {
      buffer = static_cast<BufferIndex>(problem_.buffers.size());
      problem_.buffers.push_back(new_buffer(index, step));
    }
    buffer_at(buffer).upper = std::max(buffer_at(buffer).upper, step + 1);
    return buffer;
  }

  Buffer new_buffer(TensorIndex index, TimeStep step) const {
    Buffer buffer;
    buffer.name = tensor(index).name;
    buffer.tensor = index;
    buffer.kind = tensor(index).kind;
    buffer.lower = step;
    buffer.upper = step + 1;
    buffer.size = tensor(index).bytes;
    buffer.alignment = alignment_;
    return buffer;
  }

  /// Returns the buffer of a tensor; -1 for tensors without a live range.
  BufferIndex buffer_of(TensorIndex index) const {
    return index == no_tensor ? -1 : at(buffer_of_, index);
  }

  const Tensor& tensor(TensorIndex index) const { return at(network_.tensors, index); }
  Buffer& buffer_at(BufferIndex index) { return at(problem_.buffers, index); }

  const Network& network_;
  Bytes alignment_;
  std::vector<BufferIndex> buffer_of_;
  PlanningProblem problem_;
};

}  // namespace

void drop_kernel_workspaces(PlanningProblem& problem) {
  for (BufferOperator& op : problem.operators) op.workspace = {};
}

PlanningProblem make_problem(const Network& network, const std::vector<MemorySpace>& memories,
                             Bytes alignment) {
  PlanningProblem problem = LiveRanges(network, alignment).build();
  problem.memories = memories;
  return problem;
}

}  // namespace spillway
