// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "traces/network.h"

namespace spillway::ethosu::proof {

/// Why `emitted` is not proven to compute what `original` does for all inputs, in one sentence;
/// empty = it is. Both are compiled files. Proven by dataflow: every operation has the same
/// functional registers and reads bytes that come from the same places (inputs of the network,
/// constants, outputs of operations), nothing is read before it is written, nothing in flight at
/// the same time meets in memory, and host and application find their tensors where the metadata
/// says. Operations must be the same in the same order. Nothing but the decoder is shared with
/// what writes files. Throws UserError(input_file) for a stream that cannot be decoded.
std::string difference(const Network& original, const Network& emitted);

}  // namespace spillway::ethosu::proof
