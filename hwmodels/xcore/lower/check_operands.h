// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "traces/network.h"

namespace spillway::xcore {

/// Throws UserError(input_file) that names the operator if it lacks an operand that its kernel or
/// its lowering rule needs.
void require_operands(const Network& network);

/// Throws UserError for a tensor that is larger than any memory of the chip, and for a window whose
/// strides do not fit the 32 bits of the kernels.
void require_addressable(const Network& network);

}  // namespace spillway::xcore
