// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "traces/network.h"

namespace spillway {

/// A layer as papers describe it. The shapes of its operands follow from the shape of its input and
/// from these members.
struct Layer {
  std::string name;
  OpType type = OpType::unknown;
  std::vector<TensorIndex> inputs;
  /// The number of channels of the output, for layers whose input does not determine it.
  std::int32_t channels = 0;
  /// Kernel, stride, dilation and padding scheme. add_layer() computes the numbers of padded
  /// pixels.
  Window window;
  /// Whether the kernel is as large as the input. If true, the kernel in `window` is ignored.
  bool global_kernel = false;
  Activation activation = Activation::none;
  /// The shape of the output including its batch, for layers whose output does not follow from the
  /// other members. For an elementwise layer or a matrix product with one input, the shape of the
  /// constant second operand. For an SVDF, the number of filters and the number of steps that the
  /// state keeps.
  std::vector<std::int32_t> shape;
  /// The contents of the layer's constant integer operands, in the order of the operands: for
  /// example amounts of padding, an order of dimensions, or axes.
  std::vector<std::vector<std::int32_t>> values;
  /// The axis of a concatenation, pack, unpack or gather. A negative axis counts from the last
  /// dimension.
  std::optional<std::int32_t> axis;
  /// The number of outputs of a split.
  std::int32_t parts = 0;
  /// Whether a convolution, a fully-connected layer or an SVDF has a bias. An LSTM always has one.
  bool bias = true;
  // The element type of the output; nullopt if it follows from the input.
  std::optional<DataType> element;
};

/// Collects the contents of constants while layers are added. Adding contents may move the bytes
/// that were collected before, so give_to() makes the tensors point to their contents only at the
/// end.
class ConstantContents {
 public:
  void add(TensorIndex tensor, const std::vector<std::int32_t>& values);
  /// Makes the constants refer to their collected contents. Network::file then owns these contents
  /// in addition to its earlier bytes.
  void give_to(Network& network) const;

 private:
  std::vector<std::pair<TensorIndex, std::vector<std::uint8_t>>> contents_;
};

/// Whether add_layer() can add layers of this type.
bool is_layer_type(OpType type);

/// Adds a tensor that is a network input, and returns its index.
TensorIndex add_network_input(Network& network, const std::string& name,
                              const std::vector<std::int32_t>& shape,
                              DataType type = DataType::int8);

/// Adds an operator for the layer, with its outputs and constants. Returns the indices of the
/// outputs. Weights and biases get sizes but no contents; the contents of integer constants are
/// added to `contents`. Throws std::invalid_argument for a layer that does not fit its inputs.
std::vector<TensorIndex> add_layer(Network& network, const Layer& layer,
                                   ConstantContents& contents);

/// Adds an operator for the layer, and gives its integer constants their contents at once. Returns
/// the index of the first output.
TensorIndex add_layer(Network& network, const Layer& layer);

/// Adds to the network outputs every operator output that no operator reads.
void finish_outputs(Network& network);

}  // namespace spillway
