// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace spillway {

/// Returns the version of Spillway from CMakeLists.txt, such as "0.1.0".
const char* version();

}  // namespace spillway
