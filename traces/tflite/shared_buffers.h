// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "traces/network.h"

namespace spillway {

/// Returns for each tensor the first tensor of the network whose contents are the same bytes of the
/// file. Tensors that share a buffer of the file need memory only once. For a tensor without
/// contents, the result is the tensor itself.
std::vector<TensorIndex> buffer_owners(const Network& network);

}  // namespace spillway
