// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "traces/network.h"

namespace spillway::ethosu::proof {

/// The reason why `emitted` is not proven to compute the same as `original`, in one sentence; empty
/// if it is proven. Unlike difference(), this proof allows other operations: the streams can divide
/// a network into other stripes, slices and blocks, and the weights can be encoded anew. Every
/// result is identified by the function and the inputs from which it is computed (file_values.h).
/// Throws UserError(input_file) for a stream that cannot be decoded.
std::string value_difference(const Network& original, const Network& emitted);

}  // namespace spillway::ethosu::proof
