// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "traces/network.h"

namespace spillway::ethosu::proof {

/// Compares two compiled files. Returns an empty string if `emitted` is proven to compute the same
/// as `original`; otherwise the reason, in one sentence. In contrast to difference(), the files can
/// have different operations: other stripes, slices, blocks, and weights that are encoded again.
/// Two results count as equal if the same function computes them from the same inputs
/// (file_values.h). Throws UserError(input_file) for a stream that cannot be decoded.
std::string value_difference(const Network& original, const Network& emitted);

}  // namespace spillway::ethosu::proof
