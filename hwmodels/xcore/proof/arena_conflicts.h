// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "traces/network.h"

namespace spillway::xcore::proof {

/// A compiled file as it is to run: operators in order, and an offset per tensor (negative = it is
/// not in the arena, or the runtime places it).
struct ArenaLayout {
  std::vector<const Operator*> order;
  std::vector<std::int32_t> offsets;
};

/// Says which two tensors of `emitted` share bytes of the arena that must not, or which tensor is
/// misaligned; empty = none. A result may lie on an operand that nobody reads later where the
/// kernel allows it, or where `original` has both in the same relation.
std::string arena_conflict(const Network& network, const ArenaLayout& original,
                           const ArenaLayout& emitted);

}  // namespace spillway::xcore::proof
