// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "traces/network.h"

namespace spillway {

/// Sorts the operators if some operator reads an activation before another operator has written it.
/// The new order is as near to the order of the file as the dependencies allow. Operators that use
/// variables or resources keep their order among each other, and so do operators without inputs or
/// outputs, because such operators may have side effects. A warning names the first operator that
/// reads a tensor too early. Nothing is changed if the order is correct already, if dependencies
/// form a cycle, or if two operators write the same activation. Operands that are no tensors are
/// ignored. find_defect() reports cycles, double writes and wrong operands.
void order_operators(Network& network);

}  // namespace spillway
