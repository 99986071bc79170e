// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/units.h"

namespace spillway {

/// Allows this process to allocate `bytes` more than it has now; an allocation beyond that throws
/// std::bad_alloc. Sanitized builds set no limit, because they reserve more address space than any
/// useful limit.
void limit_memory(Bytes bytes);
void lift_memory_limit();

/// The memory of the machine, or the limit of this process's control group if that is lower.
Bytes machine_memory();

}  // namespace spillway
