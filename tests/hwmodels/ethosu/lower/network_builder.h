// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/index.h"
#include "tests/traces/add_tensor.h"
#include "traces/network.h"

namespace spillway::test {

/// Builds a small network operator by operator.
class NetworkBuilder {
 public:
  TensorIndex map(const std::vector<std::int32_t>& shape, DataType type = DataType::int8) {
    return tensor(shape, TensorKind::activation, type);
  }

  TensorIndex input(const std::vector<std::int32_t>& shape) {
    const TensorIndex index = map(shape);
    network_.inputs.push_back(index);
    return index;
  }

  TensorIndex constant(const std::vector<std::int32_t>& shape, TensorKind kind) {
    return tensor(shape, kind, DataType::int8);
  }

  /// Adds an int32 constant with the given values, such as axes, amounts of padding or a
  /// permutation.
  TensorIndex numbers(const std::vector<std::int32_t>& values) {
    auto bytes = std::make_shared<std::vector<std::uint8_t>>();
    for (const std::int32_t value : values) {
      for (int shift = 0; shift < 32; shift += 8) {
        bytes->push_back(static_cast<std::uint8_t>(static_cast<std::uint32_t>(value) >> shift));
      }
    }
    contents_.push_back(bytes);
    const TensorIndex index =
        tensor({static_cast<std::int32_t>(values.size())}, TensorKind::constant, DataType::int32);
    at(network_.tensors, index).data = {bytes->data(), bytes->size()};
    return index;
  }

  Tensor& at_tensor(TensorIndex index) { return at(network_.tensors, index); }

  TensorIndex variable(const std::vector<std::int32_t>& shape, DataType type) {
    return tensor(shape, TensorKind::variable, type);
  }

  Operator& op(OpType type, std::vector<TensorIndex> inputs, std::vector<TensorIndex> outputs) {
    Operator op;
    op.type = type;
    op.type_name = op_type_name(type);
    op.name = "op" + std::to_string(network_.operators.size());
    op.inputs = std::move(inputs);
    op.outputs = std::move(outputs);
    network_.operators.push_back(op);
    return network_.operators.back();
  }

  // Adds a 1x1 convolution of the map `from` with `channels` output channels. Returns its output.
  TensorIndex convolution(TensorIndex from, std::int32_t channels) {
    const std::vector<std::int32_t> in = at(network_.tensors, from).shape;
    const TensorIndex weights = constant({channels, 1, 1, in[3]}, TensorKind::weight);
    const TensorIndex bias = constant({channels}, TensorKind::bias);
    const TensorIndex out = map({1, in[1], in[2], channels});
    op(OpType::conv_2d, {from, weights, bias}, {out});
    return out;
  }

  Network finish(TensorIndex output) {
    network_.outputs.push_back(output);
    return network_;
  }

 private:
  TensorIndex tensor(const std::vector<std::int32_t>& shape, TensorKind kind, DataType type) {
    return add_tensor(network_, "tensor" + std::to_string(network_.tensors.size()), type, shape,
                      kind);
  }

  Network network_;
  std::vector<std::shared_ptr<std::vector<std::uint8_t>>> contents_;
};

}  // namespace spillway::test
