// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "traces/network.h"
#include "traces/tflite/file.h"

namespace spillway {

// The steps of read_tflite. Each step appends to `network` and throws UserError(input_file) for
// data that cannot be a network.

/// Reads shapes, types, sizes and contents. Kinds are only `constant`, `variable` or `activation`
/// yet.
void read_tensors(const TfliteFile& file, const tflite::SubGraph& graph, Network& network);

/// Reads operators with windows, activations, axes and operands. The tensors must have been read.
void read_operators(const TfliteFile& file, const tflite::SubGraph& graph, Network& network);

}  // namespace spillway
