// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace spillway {

/// A number that identifies the build of the program: the hash that the linker writes into it, as
/// 40 hexadecimal digits. "unknown" if the linker writes no hash.
const std::string& build_id();

}  // namespace spillway
