// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "traces/network.h"

namespace spillway::ethosu::proof {

/// The reason why `emitted` is not proven to compute the same as `original` for all inputs, in one
/// sentence; empty if it is proven. Both are compiled files with the same operations in the same
/// order. The proof follows the data and shows:
/// * Every operation has the same functional registers and reads bytes of the same origin (inputs
///   of the network, constants, outputs of operations).
/// * No byte is read before it is written.
/// * Commands that are in flight at the same time do not conflict in memory.
/// * Host and application find their tensors where the metadata places them.
/// The proof shares only the decoder with the code that writes files. Throws UserError(input_file)
/// for a stream that cannot be decoded.
std::string difference(const Network& original, const Network& emitted);

}  // namespace spillway::ethosu::proof
