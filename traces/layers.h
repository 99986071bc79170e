// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
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
};

/// Whether add_layer knows the shapes of `type`.
bool is_layer_type(OpType type);

/// Appends an int8 network input.
TensorIndex add_network_input(Network& network, const std::string& name,
                              const std::vector<std::int32_t>& shape);

/// Appends an operator with its output and its constants (sizes without contents: int8 weights,
/// int32 biases) and returns the output. Throws std::invalid_argument for a layer that does not fit
/// its inputs.
TensorIndex add_layer(Network& network, const Layer& layer);

/// Makes every operator output that no operator reads a network output.
void finish_outputs(Network& network);

}  // namespace spillway
