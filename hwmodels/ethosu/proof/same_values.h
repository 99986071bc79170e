// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "traces/network.h"

namespace spillway::ethosu::proof {

/// The reason why `emitted` is not proven to compute the same as `original`, in one sentence; empty
/// if it is proven. Unlike difference(), this allows other operations: streams may divide a network
/// into other stripes, slices and blocks, and encode weights anew. Every result is identified by
/// the function and the inputs that it is computed from (file_values.h). Throws
/// UserError(input_file) for a stream that cannot be decoded.
std::string value_difference(const Network& original, const Network& emitted);

}  // namespace spillway::ethosu::proof
