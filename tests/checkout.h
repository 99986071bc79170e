// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace spillway::test {

/// A file or folder of the checkout that the tests were built from.
std::string checkout_path(const std::string& relative);

/// The built program.
std::string program_path();

}  // namespace spillway::test
