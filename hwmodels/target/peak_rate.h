// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "hwmodels/memory/memory_timing.h"
#include "hwmodels/target/target.h"

namespace spillway {

/// Returns the most bytes per second that a memory of the target can move, reads and writes
/// together; 0 = no limit. The port between processor and memory limits the rate, too: one beat per
/// cycle on each channel of each parallel port. `timing` is the memory's model.
std::int64_t peak_bytes_per_second(const Target& target, const MemorySpec& memory,
                                   const MemoryTiming& timing);

/// Returns the most bytes per second that a memory of the target can move, reads and writes
/// together; 0 = no limit. This overload is for callers that have no timing model of the memory; it
/// makes one.
std::int64_t peak_bytes_per_second(const Target& target, const MemorySpec& memory);

}  // namespace spillway
