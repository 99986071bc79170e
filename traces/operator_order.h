// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "traces/network.h"

namespace spillway {

/// Changes the order of the operators if some operator reads an activation before it is written. At
/// every step, of all operators whose inputs exist, the first one in the file runs. Operators with
/// effects keep their order among each other: those that use variables or resources, and those
/// without inputs or outputs. A warning names the first operator that was too early. The order
/// stays as it is if it is correct, if operators wait for each other in a cycle, or if operands are
/// wrong. find_defect() reports cycles and wrong operands.
void order_operators(Network& network);

}  // namespace spillway
