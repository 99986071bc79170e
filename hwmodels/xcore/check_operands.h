// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "traces/network.h"

namespace spillway::xcore {

/// Throws UserError(input_file), naming the operator, when one of the XMOS runtime lacks an operand
/// that its kernel cannot do without. For networks that are lowered already.
void require_operands(const Network& network);

}  // namespace spillway::xcore
