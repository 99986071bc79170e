// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace spillway {

/// Tells builds of the program apart: the hash that the linker writes into it, 40 hexadecimal
/// digits. "unknown" where the linker writes none.
const std::string& build_id();

}  // namespace spillway
