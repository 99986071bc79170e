// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "traces/network.h"

namespace spillway {

/// Returns the network as a .tflite. Constants with unknown contents are filled with zeros. Tensors
/// with an unknown scale get the scale 1; of several scales and zero points of a tensor, only the
/// first are written. Options that Operator does not hold are not written. A network that is read
/// from the file equals `network`, except for the scales and zero points, the names of operators
/// and the kinds of unused tensors. Throws UserError(run_failed) for data that the format cannot
/// hold: the results of lowering (given paddings, views, layouts, operator data, operators on the
/// host) and constants of 2 GB or more.
std::vector<std::uint8_t> write_tflite(const Network& network);

}  // namespace spillway
