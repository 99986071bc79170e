// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "traces/network.h"

namespace spillway {

/// Reorders operators if some read an activation before it is written: at every step the first
/// operator of the file whose inputs exist runs. Operators with effects on variables, resources or
/// the outside (no inputs or no outputs) keep their order among each other. A warning names the
/// first operator that was too early. The order stays if it is correct, if operators wait for each
/// other in a cycle, and if operands are wrong; find_defect() reports both errors.
void order_operators(Network& network);

}  // namespace spillway
