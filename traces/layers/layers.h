// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "traces/network.h"

namespace spillway {

/// A layer as papers describe it. The shapes of its operands follow from the shape of its input.
struct Layer {
  std::string name;
  OpType type = OpType::unknown;
  std::vector<TensorIndex> inputs;
  /// The number of channels of the output, for layers that determine it.
  std::int32_t channels = 0;
  /// Kernel, stride, dilation and scheme. The amounts of padding are computed.
  Window window;
  /// Whether the kernel is as large as the input; then the kernel in `window` is ignored.
  bool global_kernel = false;
  Activation activation = Activation::none;
  /// The shape of the output with its batch, if nothing else determines it. For an elementwise
  /// layer with one input, this is the shape of the constant that is its other operand.
  std::vector<std::int32_t> shape;
  /// The contents of the constant integer operands, in the order of the operands. Examples are
  /// amounts of padding, an order of dimensions, and axes.
  std::vector<std::vector<std::int32_t>> values;
  /// For concatenation, pack, unpack and gather. A negative axis counts from the end.
  std::optional<std::int32_t> axis;
  /// For split: the number of outputs.
  std::int32_t parts = 0;
  /// For layers with weights: whether they have a bias.
  bool bias = true;
  // The type of the output's elements, if it differs from that of the input.
  std::optional<DataType> element;
};

/// Collects the contents of constants while layers are added. Tensors get views of their contents
/// only at the end, because adding contents may move the bytes.
class ConstantContents {
 public:
  void add(TensorIndex tensor, const std::vector<std::int32_t>& values);
  /// Gives the collected contents to their constants. The network's `file` then owns these contents
  /// in addition to its earlier bytes.
  void give_to(Network& network) const;

 private:
  std::vector<std::pair<TensorIndex, std::vector<std::uint8_t>>> contents_;
};

/// Whether add_layer() can compute the shapes of layers of this type.
bool is_layer_type(OpType type);

/// Appends a network input.
TensorIndex add_network_input(Network& network, const std::string& name,
                              const std::vector<std::int32_t>& shape,
                              DataType type = DataType::int8);

/// Appends an operator with its outputs and its constants. Returns the outputs. Weights and biases
/// have sizes but no contents; the contents of integer constants are added to `contents`. Throws
/// std::invalid_argument for a layer that does not fit its inputs.
std::vector<TensorIndex> add_layer(Network& network, const Layer& layer,
                                   ConstantContents& contents);

/// Appends a layer like add_layer(network, layer, contents), and gives its constants their contents
/// at once. Returns the first output.
TensorIndex add_layer(Network& network, const Layer& layer);

/// Makes every operator output that no operator reads an output of the network.
void finish_outputs(Network& network);

}  // namespace spillway
