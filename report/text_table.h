// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace spillway {

/// A table with an outline: cells that hold a number are right-aligned, as Python's `tabulate`
/// prints its format "outline". An empty header leaves out the header and its rule.
std::string outline_table(const std::vector<std::string>& header,
                          const std::vector<std::vector<std::string>>& rows);

}  // namespace spillway
