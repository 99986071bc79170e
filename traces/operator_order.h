// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "traces/network.h"

namespace spillway {

/// Puts operators that read an activation before it is written into an order that can run: at every
/// step the first operator of the file whose inputs exist. Operators that act through variables,
/// resources or effects (no inputs or no outputs) keep their order among each other. A warning
/// names the first operator that was too early. The order stays as it is where it is right, where
/// operators wait for each other in a cycle and where operands are wrong; find_defect() reports
/// both.
void order_operators(Network& network);

}  // namespace spillway
