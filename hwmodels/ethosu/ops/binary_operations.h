// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "traces/network.h"

namespace spillway::ethosu {

/// Returns whether the NPU runs an operator of this type as a single elementwise operation with two
/// operands.
bool is_binary_operation(OpType type);

}  // namespace spillway::ethosu
