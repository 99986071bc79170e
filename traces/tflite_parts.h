// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "traces/network.h"
#include "traces/tflite_file.h"

namespace spillway {

// The steps of read_tflite, for its own use. Each appends to `network` and throws
// UserError(input_file) for what cannot be a network.

/// Shapes, types, sizes and contents; kinds are `constant`, `variable` or `activation` still.
void read_tensors(const TfliteFile& file, const tflite::SubGraph& graph, Network& network);

/// Operators with windows, activations, axes and operands within the tensors; needs the tensors.
void read_operators(const TfliteFile& file, const tflite::SubGraph& graph, Network& network);

}  // namespace spillway
