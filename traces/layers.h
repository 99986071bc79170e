// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "traces/network.h"

namespace spillway {

/// A layer as papers describe it; its shapes follow from its input's.
struct Layer {
  std::string name;
  OpType type = OpType::unknown;
  std::vector<TensorIndex> inputs;
  std::int32_t channels = 0;   // of the output, where the layer chooses them
  Window window;               // kernel, stride, dilation and scheme; amounts are worked out
  bool global_kernel = false;  // the kernel is as large as the input
  Activation activation = Activation::none;
  /// Of the output, batch included, where nothing else tells it; of an elementwise layer with one
  /// input, of the constant that is its other operand.
  std::vector<std::int32_t> shape;
  /// Contents of the constant operands of whole numbers, in their order: amounts of padding, an
  /// order of dimensions, axes.
  std::vector<std::vector<std::int32_t>> values;
  std::optional<std::int32_t> axis;  // concatenation, pack, unpack, gather; may count from the end
  std::int32_t parts = 0;            // split: outputs
  bool bias = true;                  // of layers with weights
  std::optional<DataType> element;   // of the output, where it is not the input's
};

/// Contents of constants, until all are there: views into bytes that still grow would dangle.
class ConstantContents {
 public:
  void add(TensorIndex tensor, const std::vector<std::int32_t>& values);
  /// Gives the constants their contents, which the network's `file` then owns together with what it
  /// owned before.
  void give_to(Network& network) const;

 private:
  std::vector<std::pair<TensorIndex, std::vector<std::uint8_t>>> contents_;
};

/// Whether add_layer knows the shapes of `type`.
bool is_layer_type(OpType type);

/// Appends a network input.
TensorIndex add_network_input(Network& network, const std::string& name,
                              const std::vector<std::int32_t>& shape,
                              DataType type = DataType::int8);

/// Appends an operator with its outputs and its constants (sizes of weights and biases without
/// contents, whole numbers with) and returns the outputs. Throws std::invalid_argument for a layer
/// that does not fit its inputs.
std::vector<TensorIndex> add_layer(Network& network, const Layer& layer,
                                   ConstantContents& contents);

/// The same for a single layer, with its contents; returns the first output.
TensorIndex add_layer(Network& network, const Layer& layer);

/// Makes every operator output that no operator reads a network output.
void finish_outputs(Network& network);

}  // namespace spillway
