// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "tflite_generated.h"
#include "traces/network.h"

namespace spillway {

/// Sets the window, activation, axis and further options of `op` from its options in the file and
/// from the shapes of its operands. Returns an error message about options or shapes, such as "has
/// stride 0"; empty if there is no error.
std::string read_builtin_options(const tflite::Operator& from, const Network& network,
                                 Operator& op);

}  // namespace spillway
