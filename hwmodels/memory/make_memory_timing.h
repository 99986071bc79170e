// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "hwmodels/memory/memory_parameters.h"
#include "hwmodels/memory/memory_spec.h"
#include "hwmodels/memory/memory_timing.h"

namespace spillway {

/// Makes the model that `parameters` describe, in its reset state.
std::unique_ptr<MemoryTiming> make_memory_timing(const MemoryParameters& parameters);

/// Makes the timing model of a target's memory, including the memory's cache if it has one.
std::unique_ptr<MemoryTiming> make_cached_memory_timing(const MemorySpec& memory);

/// Makes the model of a target's memory without its cache, with the overhead of the target's path
/// to the memory.
std::unique_ptr<MemoryTiming> make_memory_timing(const MemorySpec& memory);

}  // namespace spillway
