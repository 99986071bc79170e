// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/units.h"

namespace spillway {

/// Lets this process have `bytes` more than it has now; beyond, allocations throw std::bad_alloc.
/// Sanitized builds have no limit: their shadow memory is larger than any.
void limit_memory(Bytes bytes);
void lift_memory_limit();

/// Memory of the machine, or what its control group leaves of it to this process.
Bytes machine_memory();

}  // namespace spillway
