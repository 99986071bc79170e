// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "traces/network.h"

namespace spillway::ethosu {

/// Whether the NPU runs operators of this type as one operation on two operands, element by
/// element.
bool is_binary_operation(OpType type);

}  // namespace spillway::ethosu
