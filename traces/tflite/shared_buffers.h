// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "traces/network.h"

namespace spillway {

/// For each tensor, the first tensor of the network whose contents are the same bytes of the file:
/// tensors that refer to one buffer are stored once. A tensor without contents is its own owner.
std::vector<TensorIndex> buffer_owners(const Network& network);

}  // namespace spillway
