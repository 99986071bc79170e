// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "hwmodels/ethosu/stream/register_steps.h"

namespace spillway::ethosu {

/// Who wrote a stream: the generations of Arm's compiler write registers in different orders.
enum class StreamWriter : std::uint8_t {
  vela,       // 3.x
  regor,      // 4.x and 5.x
  regor_u85,  // the same for a U85
};

/// The writer whose order `stream` keeps to.
StreamWriter writer_of(const Words& stream, Product product);

/// The registers that the writer gives values for `command`, in its order; BLOCKDEP is the last of
/// every kernel.
const std::vector<RegisterKey>& register_order(StreamWriter writer, Command0 command);

}  // namespace spillway::ethosu
