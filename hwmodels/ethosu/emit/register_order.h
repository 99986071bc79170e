// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "hwmodels/ethosu/stream/register_steps.h"

namespace spillway::ethosu {

/// The generation of Arm's compiler that wrote a stream. The generations write registers in
/// different orders.
enum class StreamWriter : std::uint8_t {
  vela,       // Vela 3.x
  regor,      // Vela 4.x and 5.x
  regor_u85,  // Vela 4.x and 5.x for a U85
};

/// Returns the writer of `stream`, determined from the product and from the order of the registers.
StreamWriter writer_of(const Words& stream, Product product);

/// Returns the registers that the writer sets for `command`, in the writer's order; empty for
/// commands without registers. The last register of every kernel is BLOCKDEP.
std::vector<RegisterKey> register_order(StreamWriter writer, Command0 command);

}  // namespace spillway::ethosu
