// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "traces/network.h"

namespace spillway::ethosu::proof {

/// Compares two compiled files with the same operations in the same order. Returns an empty string
/// if `emitted` is proven to compute the same as `original` for all inputs; otherwise the reason,
/// in one sentence. The proof follows the data and shows:
/// - Every operation has the same functional registers (those that determine what is computed) and
///   reads bytes of the same origin (inputs of the network, constants, outputs of operations).
/// - No operation, operator on the host or application reads a byte before it is written.
/// - Commands that can run at the same time do not conflict in memory.
/// - The host CPU and the application find their tensors at the offsets in the metadata.
///
/// The proof and the code that writes files have only the decoder and the definitions of blocks and
/// registers in common. Throws UserError(input_file) for a stream that cannot be decoded.
std::string difference(const Network& original, const Network& emitted);

}  // namespace spillway::ethosu::proof
