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

/// The same check for an original that cuts the network into other commands. A block dependency is
/// accepted if the original has the same two kernels one after the other, with the same overlap in
/// memory and at least this block dependency. Otherwise the blocks of both kernels must allow it.
std::string hazards_of_other_commands(const DecodedStream& original, const DecodedStream& emitted);

}  // namespace spillway::ethosu::proof
