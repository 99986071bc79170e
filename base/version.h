// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace spillway {

/// "0.1.0": the project version of CMakeLists.txt.
const char* version();

}  // namespace spillway
