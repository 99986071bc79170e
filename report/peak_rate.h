// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "hwmodels/target/target.h"

namespace spillway {

/// What a memory of the target can deliver, and no more than its port carries; 0 = no limit.
std::int64_t peak_bytes_per_second(const Target& target, const MemorySpec& memory);

}  // namespace spillway
