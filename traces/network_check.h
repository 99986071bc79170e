// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "traces/network.h"

namespace spillway {

/// The first error that prevents a network from being run: more than 2^50 bytes or 2^56
/// multiply-accumulates in all, a window out of range (kernel, stride and dilation 1 to 32,767), an
/// operand that is no tensor, an activation written twice or read before it is written, an operator
/// that writes a constant or a network input, a network input that is a constant, or a network
/// output that is never written. Empty if there is none.
std::string find_defect(const Network& network);

/// Distinguishes weights, biases and workspaces from other constants and activations by how the
/// operators use them. A tensor with two uses gets the kind of the first use.
void classify_tensors(Network& network);

}  // namespace spillway
