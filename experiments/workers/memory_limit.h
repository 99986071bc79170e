// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/units.h"

namespace spillway {

/// Limits the memory of this process to its present size plus `bytes`. An allocation beyond this
/// limit throws std::bad_alloc. Builds with sanitizers set no limit, because sanitizers reserve
/// more address space than any useful limit.
void limit_memory(Bytes bytes);
void lift_memory_limit();

/// Returns the bytes of memory of the machine, or the limit of this process's control group if this
/// limit is lower.
Bytes machine_memory();

}  // namespace spillway
