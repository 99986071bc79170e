// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace spillway {

/// Identifies the build of the program: the hash that the linker writes into it, 40 hexadecimal
/// digits; "unknown" if the linker writes none.
const std::string& build_id();

}  // namespace spillway
