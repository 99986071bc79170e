// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "traces/network.h"

namespace spillway {

/// Writes the network as a .tflite. Constants without known contents become zeros. Tensors without
/// a known scale get the scale 1. Only those options are written that Spillway reads. Reading the
/// file gives the same network, except for the names of operators and the kinds of unused tensors.
/// Throws UserError(run_failed) for data that the format cannot hold: the results of lowering
/// (given paddings, views, layouts, operator data) and constants of 2 GB and more.
std::vector<std::uint8_t> write_tflite(const Network& network);

}  // namespace spillway
