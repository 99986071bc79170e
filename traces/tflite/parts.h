// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "traces/network.h"
#include "traces/tflite/file.h"

namespace spillway {

// The steps of read_tflite(). Each step appends to `network`, and throws UserError(input_file) for
// data that cannot be a network.

/// Reads the shapes, types, sizes and contents of tensors. Each tensor gets the kind `constant`,
/// `variable` or `activation`; classify_tensors() distinguishes weights, biases and workspaces
/// later.
void read_tensors(const TfliteFile& file, const tflite::SubGraph& graph, Network& network);

/// Reads operators with their windows, activations, axes and operands. Call read_tensors() before.
void read_operators(const TfliteFile& file, const tflite::SubGraph& graph, Network& network);

}  // namespace spillway
