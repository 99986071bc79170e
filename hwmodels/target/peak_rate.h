// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "hwmodels/memory/memory_timing.h"
#include "hwmodels/target/target.h"

namespace spillway {

/// What a memory of the target can move per second, reads and writes together, and no more than the
/// port in front of it carries: a beat per cycle on each of its channels and of the ports side by
/// side. 0 = no limit. `timing` is the memory's model.
std::int64_t peak_bytes_per_second(const Target& target, const MemorySpec& memory,
                                   const MemoryTiming& timing);

/// The same with a model made for the question.
std::int64_t peak_bytes_per_second(const Target& target, const MemorySpec& memory);

}  // namespace spillway
