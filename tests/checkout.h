// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace spillway::test {

/// A file or folder of the checkout that the tests were built from.
std::string checkout_path(const std::string& relative);

/// The built program.
std::string program_path();

/// Whether the program and its libraries are built with sanitizers.
bool sanitized();

/// The number of random inputs that a test tries: `all`, or a quarter of them with sanitizers,
/// which make each input ten times slower.
int rounds(int all);

}  // namespace spillway::test
