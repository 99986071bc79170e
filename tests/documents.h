// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <filesystem>
#include <vector>

#include "tests/checkout.h"

namespace spillway::test {

/// Returns the paths of all Markdown files in the root of the checkout, in docs/ and in examples/.
inline std::vector<std::filesystem::path> documents() {
  namespace fs = std::filesystem;
  std::vector<fs::path> found;
  const auto take = [&](const fs::path& path) {
    if (path.extension() == ".md") found.push_back(path);
  };
  for (const auto& entry : fs::directory_iterator(checkout_path(""))) take(entry.path());
  for (const char* folder : {"docs", "examples"}) {
    for (const auto& entry : fs::recursive_directory_iterator(checkout_path(folder))) {
      take(entry.path());
    }
  }
  std::sort(found.begin(), found.end());
  return found;
}

}  // namespace spillway::test
