// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "traces/network.h"

namespace spillway {

/// The network as a .tflite. Constants have the contents that are known and zeros otherwise;
/// quantization is a scale of 1 throughout; options are those that Spillway reads back.
/// Reading it gives the same network, apart from names of operators and unused tensors' kinds.
/// Throws UserError(run_failed) for what the format cannot say: what lowering adds (given paddings,
/// views, layouts, operator data), and constants of 2 GB and more.
std::vector<std::uint8_t> write_tflite(const Network& network);

}  // namespace spillway
