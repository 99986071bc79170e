// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "tflite_generated.h"
#include "traces/network.h"

namespace spillway {

/// Fills window, activation and axis of `op` from the options of its type and the shapes of its
/// operands. Returns what is wrong with these ("has stride 0"); empty if nothing is wrong.
std::string read_builtin_options(const tflite::Operator& from, const Network& network,
                                 Operator& op);

}  // namespace spillway
