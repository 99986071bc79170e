// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "traces/network.h"

namespace spillway {

/// Returns a description of the first error that makes it impossible to run the network; empty if
/// there is no error. Errors are:
/// - more than 2^50 bytes or 2^56 multiply-accumulates in total
/// - a kernel, stride or dilation outside 1 to 32,767, or a padding outside 0 to 2^20
/// - an operand that is no tensor of the network, or an output of an operator that is left out
/// - an activation that two operators write, or that is read before it is written
/// - an operator that writes a constant or a network input
/// - a network input that is a constant
/// - a network output that no operator writes
std::string find_defect(const Network& network);

/// Changes the kind of constants to `weight` or `bias`, and the kind of activations to `scratch`,
/// according to the operators that use the tensors. If a constant is used as weights and as bias,
/// the first use determines its kind.
void classify_tensors(Network& network);

}  // namespace spillway
