// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace spillway {

/// A file of hwmodels/target/chips, hwmodels/target/boards or hwmodels/memory/parts, compiled into
/// the program.
struct BuiltinTarget {
  std::string name;
  std::string toml;
};

const std::vector<BuiltinTarget>& builtin_targets();
const std::vector<BuiltinTarget>& builtin_boards();
const std::vector<BuiltinTarget>& builtin_parts();

}  // namespace spillway
