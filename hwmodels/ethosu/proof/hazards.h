// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "hwmodels/ethosu/stream/decode.h"

namespace spillway::ethosu::proof {

/// The first conflict in memory between commands of `emitted` that may run at the same time; empty
/// if there is none. A kernel may conflict with a transfer that nobody waits for, and a block of a
/// kernel may start before the previous kernel has written its input. `original` holds the same
/// commands at other addresses. If two kernels overlap there in the same way, the block dependency
/// that the compiler gave them counts as correct.
std::string hazards(const DecodedStream& original, const DecodedStream& emitted);

/// The same for an original with other commands. A block dependency counts as correct if two
/// consecutive kernels of the original do the same work, overlap in the same way and have no
/// smaller one; else it is checked against the blocks of the two kernels.
std::string hazards_of_other_commands(const DecodedStream& original, const DecodedStream& emitted);

}  // namespace spillway::ethosu::proof
