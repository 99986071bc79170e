// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "hwmodels/ethosu/stream/decode.h"

namespace spillway::ethosu::proof {

/// Returns a sentence about the first conflict in memory between commands of `emitted` that can run
/// at the same time; empty if there is no conflict. There are two kinds of conflicts:
/// - A kernel and a transfer share bytes, but the later command does not wait for the earlier
///   command. All lookup tables count as the same bytes.
/// - A block of a kernel can start before the previous kernel has written the block's input.
///
/// `original` holds the same commands at other addresses. If two kernels overlap in the same way in
/// `original`, the compiler's block dependency (how many blocks of the previous kernel may be
/// unfinished) is accepted. If two kernels share no bytes in `original`, a larger block dependency
/// than in `original` counts as a conflict.
std::string hazards(const DecodedStream& original, const DecodedStream& emitted);

/// Returns a sentence about the first conflict in memory between commands of `emitted`; empty if
/// there is no conflict. In contrast to hazards(), `original` may divide the network into other
/// commands. A block dependency of `emitted` (how many blocks of the previous kernel may be
/// unfinished) is accepted on this condition: `original` has the same two kernels one after the
/// other, with the same overlap in memory and at least this block dependency. Otherwise, the block
/// dependency is checked against the blocks of both kernels. On a processor whose lookup tables lie
/// in the banks of the accumulators, the second kernel must not overwrite a table of the first.
std::string hazards_of_other_commands(const DecodedStream& original, const DecodedStream& emitted);

}  // namespace spillway::ethosu::proof
