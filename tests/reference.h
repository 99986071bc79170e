// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdlib>
#include <filesystem>
#include <string>

#include <gtest/gtest.h>

#include "tests/checkout.h"

namespace spillway::test {

/// Returns the path of a file or folder of the reference data. The folder ../shared beside the
/// checkout, if it exists, has all reference data; tests/data has a part of them. The path leads
/// into ../shared if ../shared has `relative` and the environment variable SPILLWAY_PUBLIC_DATA is
/// not set. Otherwise the path leads into tests/data.
inline std::string shared_path(const std::string& relative) {
  const std::string shared = checkout_path("../shared/" + relative);
  const bool everything = std::getenv("SPILLWAY_PUBLIC_DATA") == nullptr;
  return everything && std::filesystem::exists(shared) ? shared
                                                       : checkout_path("tests/data/" + relative);
}

inline std::string data_path(const std::string& relative) {
  return checkout_path("tests/data/" + relative);
}

}  // namespace spillway::test

/// Skips the test, with a message, if the reference data has no file or folder `relative`.
#define SPILLWAY_NEEDS_SHARED(relative)                                             \
  if (!std::filesystem::exists(::spillway::test::shared_path(relative))) {          \
    GTEST_SKIP() << "no reference data: ../shared/" << (relative) << " is missing"; \
  }                                                                                 \
  static_assert(true)
