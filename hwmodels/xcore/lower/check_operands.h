// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "traces/network.h"

namespace spillway::xcore {

/// Throws UserError(input_file), naming the operator, when one lacks an operand that its kernel or
/// its rule of lowering cannot do without.
void require_operands(const Network& network);

/// Throws UserError for a tensor that no memory of the chip could hold, and for a window whose
/// steps do not fit the 32 bits of the kernels.
void require_addressable(const Network& network);

}  // namespace spillway::xcore
