// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "traces/network.h"

namespace spillway {

/// Returns a description of the first error that prevents a network from being run; empty if there
/// is none. These are errors: more than 2^50 bytes or 2^56 multiply-accumulates in all; a kernel,
/// stride or dilation outside 1 to 32,767; an operand that is no tensor; an activation that is
/// written twice or read before it is written; an operator that writes a constant or a network
/// input; a network input that is a constant; a network output that is never written.
std::string find_defect(const Network& network);

/// Finds the weights, biases and workspaces among the constants and activations, by how the
/// operators use them. A tensor with two uses gets the kind of the first use.
void classify_tensors(Network& network);

}  // namespace spillway
