// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "traces/network.h"

namespace spillway::xcore {

/// Throws UserError(input_file) if an operator lacks an operand that its kernel or its lowering
/// rule needs. The message names the operator.
void require_operands(const Network& network);

/// Throws UserError for a tensor that is larger than any memory of the chip, and for a window whose
/// strides in bytes do not fit into 32 bits.
void require_addressable(const Network& network);

}  // namespace spillway::xcore
