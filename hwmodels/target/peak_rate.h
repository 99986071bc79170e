// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "hwmodels/memory/memory_timing.h"
#include "hwmodels/target/target.h"

namespace spillway {

/// The most bytes per second that a memory of the target can move, reads and writes together. The
/// port in front of it limits the rate, too: one beat per cycle on each channel of each parallel
/// port. 0 = no limit. `timing` is the memory's model.
std::int64_t peak_bytes_per_second(const Target& target, const MemorySpec& memory,
                                   const MemoryTiming& timing);

/// The most bytes per second that a memory of the target can move, for a caller without a timing
/// model of the memory. Makes a timing model for this call.
std::int64_t peak_bytes_per_second(const Target& target, const MemorySpec& memory);

}  // namespace spillway
