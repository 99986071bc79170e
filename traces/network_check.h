// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "traces/network.h"

namespace spillway {

/// What keeps a network from being run: more than 2^50 bytes or 2^56 multiply-accumulates in all, a
/// window out of range (kernel, stride and dilation 1 to 32,767), an operand outside the tensors,
/// an activation written twice or read before it is written, an operator that writes a constant or
/// a network input, a network input that is a constant, a network output that nobody writes. Empty
/// when it is sound.
std::string find_defect(const Network& network);

/// Tells weights, biases and workspaces from other constants and activations, by how the operators
/// use them. A tensor with two uses has the kind of the first.
void classify_tensors(Network& network);

}  // namespace spillway
