// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "traces/network.h"

namespace spillway {

/// Writes the network as a .tflite. Constants have their contents if known, otherwise zeros. All
/// quantization scales are 1. Options are those that Spillway reads. Reading the file gives the
/// same network, except for names of operators and kinds of unused tensors. Throws
/// UserError(run_failed) for data that the format cannot hold: the results of lowering (given
/// paddings, views, layouts, operator data), and constants of 2 GB and more.
std::vector<std::uint8_t> write_tflite(const Network& network);

}  // namespace spillway
