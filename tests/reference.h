// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdlib>
#include <filesystem>
#include <string>

#include <gtest/gtest.h>

#include "tests/checkout.h"

namespace spillway::test {

/// Returns the path of `relative`, a file or folder of the reference data:
/// * in the folder ../shared beside the checkout, which has all reference data, if it exists;
/// * otherwise in tests/data, which has a part of the reference data.
///
/// If the environment variable SPILLWAY_PUBLIC_DATA is set, always returns the path in tests/data.
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
