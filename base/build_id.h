// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace spillway {

/// Returns the build id of the program: the hash that the linker has written into the program, as
/// 40 hexadecimal digits; "unknown" if the linker wrote no hash.
const std::string& build_id();

}  // namespace spillway
