// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "hwmodels/ethosu/stream/decode.h"

namespace spillway::ethosu::proof {

/// Returns the first conflict in memory between commands of `emitted` that can run at the same
/// time; empty if there is none. A conflict is a kernel and a transfer that share bytes but do not
/// wait for each other, or a block of a kernel that can start before the previous kernel has
/// written the block's input. `original` holds the same commands at other addresses. If two kernels
/// overlap in the original in the same way, the block dependency that the compiler gave them is
/// accepted.
std::string hazards(const DecodedStream& original, const DecodedStream& emitted);

/// Returns the first conflict in memory between commands of `emitted`, as hazards() does, for an
/// original whose commands divide the network differently. A block dependency is accepted if the
/// original has the same two kernels one after the other, with the same overlap in memory and at
/// least this block dependency. Otherwise, the block dependency is checked against the blocks of
/// both kernels.
std::string hazards_of_other_commands(const DecodedStream& original, const DecodedStream& emitted);

}  // namespace spillway::ethosu::proof
