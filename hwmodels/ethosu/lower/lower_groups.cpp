// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "base/index.h"
#include "hwmodels/ethosu/lower/passes.h"

namespace spillway::ethosu {
namespace {

constexpr std::size_t weight_operand = 1;
constexpr std::size_t bias_operand = 2;

ByteView part_of(const ByteView& bytes, std::int32_t part, std::int32_t parts) {
  const std::size_t size = bytes.size / static_cast<std::size_t>(parts);
  return {bytes.data + static_cast<std::size_t>(part) * size, size};
}

// Builds the operators that replace one convolution of several groups.
class GroupSplit {
 public:
  GroupSplit(Network& network, const Operator& op, std::int32_t groups)
      : network_(network), op_(op), groups_(groups) {}

  std::vector<Operator> run() {
    Operator split = without_window(OpType::split, "SPLIT", "_split");
    const TensorIndex axis = add(axis_operand());
    split.inputs = {axis, op_.inputs[0]};
    Operator concatenation = without_window(OpType::concatenation, "CONCATENATION", "_concat");
    concatenation.outputs = op_.outputs;
    std::vector<Operator> convolutions;
    for (std::int32_t group = 0; group < groups_; ++group) {
      Operator convolution = op_;
      convolution.name += fmt::format("_group{}", group);
      convolution.macs = op_.macs / groups_;
      convolution.inputs[0] = add(part_of_map(op_.inputs[0], group));
      convolution.inputs[weight_operand] = add(part_of_constant(weight_operand, group));
      if (op_.inputs.size() > bias_operand && op_.inputs[bias_operand] != no_tensor) {
        convolution.inputs[bias_operand] = add(part_of_constant(bias_operand, group));
      }
      convolution.outputs = {add(part_of_map(op_.outputs[0], group))};
      split.outputs.push_back(convolution.inputs[0]);
      concatenation.inputs.push_back(convolution.outputs[0]);
      convolutions.push_back(std::move(convolution));
    }
    std::vector<Operator> result{std::move(split)};
    result.insert(result.end(), convolutions.begin(), convolutions.end());
    result.push_back(std::move(concatenation));
    return result;
  }

 private:
  TensorIndex add(Tensor tensor) {
    network_.tensors.push_back(std::move(tensor));
    return static_cast<TensorIndex>(network_.tensors.size()) - 1;
  }

  Operator without_window(OpType type, const char* type_name, const char* suffix) const {
    Operator result;
    result.type = type;
    result.type_name = type_name;
    result.name = op_.name + suffix;
    result.axis = static_cast<std::int32_t>(map_rank()) - 1;
    return result;
  }

  std::size_t map_rank() const { return at(network_.tensors, op_.inputs[0]).shape.size(); }

  Tensor axis_operand() const {
    Tensor axis;
    axis.name = op_.name + "_split_axis";
    axis.type = DataType::int32;
    axis.kind = TensorKind::constant;
    axis.bytes = storage_bytes(axis.type, 1);
    return axis;
  }

  Tensor part_of_map(TensorIndex whole, std::int32_t group) const {
    Tensor part = at(network_.tensors, whole);
    part.name += fmt::format("_group{}", group);
    part.kind = TensorKind::activation;
    part.shape.back() /= groups_;
    part.bytes /= groups_;
    return part;
  }

  // Returns a group's part of the weights or biases, whose first dimension is the output channels.
  Tensor part_of_constant(std::size_t operand, std::int32_t group) const {
    Tensor part = at(network_.tensors, op_.inputs[operand]);
    part.name += fmt::format("_group{}", group);
    const bool per_channel = part.zero_points.size > sizeof(std::int64_t);
    part.shape.front() /= groups_;
    part.bytes /= groups_;
    part.data = part_of(part.data, group, groups_);
    if (per_channel) part.zero_points = part_of(part.zero_points, group, groups_);
    return part;
  }

  Network& network_;
  const Operator op_;
  std::int32_t groups_;
};

}  // namespace

std::int32_t convolution_groups(const Network& network, const Operator& op) {
  if (op.type != OpType::conv_2d || op.inputs.size() <= weight_operand) return 1;
  const Tensor& weights = at(network.tensors, op.inputs[weight_operand]);
  const Tensor& input = at(network.tensors, op.inputs[0]);
  if (weights.shape.empty() || input.shape.empty() || weights.shape.back() < 1) return 1;
  return input.shape.back() / weights.shape.back();
}

void split_groups(Network& network) {
  std::vector<Operator> operators;
  for (const Operator& op : network.operators) {
    const std::int32_t groups = op.on_host ? 1 : convolution_groups(network, op);
    if (groups < 2) {
      operators.push_back(op);
      continue;
    }
    for (Operator& part : GroupSplit(network, op, groups).run()) {
      operators.push_back(std::move(part));
    }
  }
  network.operators = std::move(operators);
}

}  // namespace spillway::ethosu
