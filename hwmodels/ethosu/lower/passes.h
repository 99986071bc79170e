// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "traces/network.h"

/// The passes of ethosu::lower(), in the order in which they run.
namespace spillway::ethosu {

/// Why the NPU does not run an operator: "float32 data", "kernel larger than 64x64"; empty when it
/// does. The limits are those of Arm's public compiler.
std::string host_reason(const Network& network, const Operator& op);

/// Who writes and reads each tensor; indices into Network::operators.
struct TensorUses {
  std::vector<std::int32_t> producer;  // -1 = none: inputs, constants, variables
  std::vector<std::vector<std::int32_t>> consumers;
  std::vector<bool> network_output;

  bool only_consumer(TensorIndex tensor, std::int32_t op) const;
};

TensorUses tensor_uses(const Network& network);

/// PAD operators before convolutions become their padding.
void fuse_padding(Network& network);

/// Activations after operators become theirs; tables where they are no clamp.
void fuse_activations(Network& network);

/// Reshapes vanish into the shapes in which their neighbours see the data.
void remove_reshapes(Network& network);

/// Concatenations become writes into, and splits and slices reads from, a part of a tensor; a copy
/// stays where a neighbour cannot do that.
void remove_splits(Network& network);
void remove_concatenations(Network& network);

/// Bricks of 16 channels for feature maps that only NPU operators touch, in their own shape.
void choose_layouts(Network& network);

/// A scratch tensor for every operator that runs as several operations with maps between them.
void add_scratch(Network& network);

/// Drops operators that passes marked by clearing their outputs.
void drop_removed(Network& network);

}  // namespace spillway::ethosu
