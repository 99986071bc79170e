// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "traces/network.h"

namespace spillway {

/// Returns for each tensor the first tensor of the network that has the same bytes of the file as
/// its contents. Tensors that refer to one buffer are stored once in memory. For a tensor without
/// contents, the result is the tensor itself.
std::vector<TensorIndex> buffer_owners(const Network& network);

}  // namespace spillway
