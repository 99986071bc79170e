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

/// How many of `all` random inputs a test tries: with sanitizers, under which each takes ten times
/// as long, a quarter.
int rounds(int all);

}  // namespace spillway::test
