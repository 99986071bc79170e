// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "traces/network.h"

namespace spillway {

/// Per tensor the first tensor of the network whose contents are the very same bytes of its file:
/// tensors that name one buffer are stored once. A tensor without contents is its own.
std::vector<TensorIndex> buffer_owners(const Network& network);

}  // namespace spillway
