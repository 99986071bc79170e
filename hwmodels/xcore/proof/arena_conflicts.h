// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "traces/network.h"

namespace spillway::xcore::proof {

/// The order and layout in which a compiled file runs: operators in order, and an offset per tensor
/// (negative = not in the arena, or placed by the runtime).
struct ArenaLayout {
  std::vector<const Operator*> order;
  std::vector<std::int32_t> offsets;
};

/// Returns a sentence that names two tensors of the emitted file that share bytes of the arena
/// although they must not, a misaligned tensor, or two tensors that must have the same place (the
/// operand and the result of a wait, or an input and an output of the network) but do not; empty =
/// no conflict. A result may overlap an operand that no later operator reads if the kernel allows
/// the overlap, or if the distance between the two tensors is the same as in the original file.
std::string arena_conflict(const Network& network, const ArenaLayout& original,
                           const ArenaLayout& emitted);

}  // namespace spillway::xcore::proof
