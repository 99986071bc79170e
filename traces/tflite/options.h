// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "tflite_generated.h"
#include "traces/network.h"

namespace spillway {

/// Reads window, activation and axis of `op` from the options and from the shapes of the operands.
/// Returns an error about the options or shapes, such as "has stride 0"; empty if there is none.
std::string read_builtin_options(const tflite::Operator& from, const Network& network,
                                 Operator& op);

}  // namespace spillway
