// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <gtest/gtest.h>

#include "base/diagnostics.h"

namespace spillway::test {

/// Calls `action`. Returns the message of the UserError that `action` throws; "" if it throws none.
/// The test fails if the UserError has another exit code than `code`.
template <typename Action>
std::string user_error(const Action& action, ExitCode code = ExitCode::input_file) {
  try {
    action();
  } catch (const UserError& error) {
    EXPECT_EQ(error.code(), code) << error.what();
    return error.what();
  }
  return "";
}

}  // namespace spillway::test
