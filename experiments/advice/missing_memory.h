// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/units.h"

namespace spillway {

/// If a network lacks more bytes of memory than this number, larger_memory_changes(),
/// with_missing_memory() and share_memories() try no larger memory: no chip of the modelled kind
/// has that much memory, and the simulation would take minutes.
constexpr Bytes most_missing = Bytes{1} << 28;

}  // namespace spillway
