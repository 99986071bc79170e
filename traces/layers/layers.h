// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "traces/network.h"

namespace spillway {

/// A layer as papers describe it. Its shapes follow from the shape of its input.
struct Layer {
  std::string name;
  OpType type = OpType::unknown;
  std::vector<TensorIndex> inputs;
  std::int32_t channels = 0;   // of the output, if the layer determines them
  Window window;               // kernel, stride, dilation and scheme; padding amounts are computed
  bool global_kernel = false;  // the kernel is as large as the input
  Activation activation = Activation::none;
  /// The output's shape, batch included, if nothing else determines it. For an elementwise layer
  /// with one input, the shape of the constant that is its other operand.
  std::vector<std::int32_t> shape;
  /// The contents of the constant integer operands, in their order: amounts of padding, an order of
  /// dimensions, axes.
  std::vector<std::vector<std::int32_t>> values;
  std::optional<std::int32_t> axis;  // concatenation, pack, unpack, gather; may count from the end
  std::int32_t parts = 0;            // split: number of outputs
  bool bias = true;                  // for layers with weights
  std::optional<DataType> element;   // of the output, if not the input's
};

/// Collects the contents of constants until all are known, because views into bytes that still grow
/// would dangle.
class ConstantContents {
 public:
  void add(TensorIndex tensor, const std::vector<std::int32_t>& values);
  /// Gives the constants their contents. The network's `file` then owns these in addition to its
  /// earlier bytes.
  void give_to(Network& network) const;

 private:
  std::vector<std::pair<TensorIndex, std::vector<std::uint8_t>>> contents_;
};

/// Whether add_layer can compute the shapes of `type`.
bool is_layer_type(OpType type);

/// Appends a network input.
TensorIndex add_network_input(Network& network, const std::string& name,
                              const std::vector<std::int32_t>& shape,
                              DataType type = DataType::int8);

/// Appends an operator with its outputs and its constants, and returns the outputs. Weights and
/// biases have sizes but no contents; integer constants have contents. Throws std::invalid_argument
/// for a layer that does not fit its inputs.
std::vector<TensorIndex> add_layer(Network& network, const Layer& layer,
                                   ConstantContents& contents);

/// The same for a single layer; gives its constants their contents at once. Returns the first
/// output.
TensorIndex add_layer(Network& network, const Layer& layer);

/// Makes network outputs of all operator outputs that no operator reads.
void finish_outputs(Network& network);

}  // namespace spillway
