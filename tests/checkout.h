// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace spillway::test {

/// Returns the path of a file or folder of the checkout that the tests were built from.
std::string checkout_path(const std::string& relative);

/// Returns the path of the built program.
std::string program_path();

/// Returns whether the program and its libraries are built with sanitizers.
bool sanitized();

/// Returns the number of random inputs that a test tries: `all`, or a quarter of `all` in a build
/// with sanitizers, where each input takes ten times longer.
int rounds(int all);

}  // namespace spillway::test
