// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "hwmodels/ethosu/stream/register_steps.h"

namespace spillway::ethosu {

/// Which generation of Arm's compiler wrote a stream. The generations write registers in different
/// orders.
enum class StreamWriter : std::uint8_t {
  vela,       // Vela 3.x
  regor,      // Vela 4.x and 5.x
  regor_u85,  // Vela 4.x and 5.x for a U85
};

/// The writer of `stream`, determined from the order of its registers.
StreamWriter writer_of(const Words& stream, Product product);

/// The registers that the writer sets for `command`, in the writer's order. The last register of
/// every kernel is BLOCKDEP.
const std::vector<RegisterKey>& register_order(StreamWriter writer, Command0 command);

}  // namespace spillway::ethosu
