// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace spillway {

/// A target file of hwmodels/targets, compiled into the program.
struct BuiltinTarget {
  std::string name;
  std::string toml;
};

const std::vector<BuiltinTarget>& builtin_targets();

}  // namespace spillway
