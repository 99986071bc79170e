// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace spillway {

/// A table with an outline, in the format "outline" of Python's `tabulate`. Cells that hold a
/// number are right-aligned. An empty header is left out together with its rule.
std::string outline_table(const std::vector<std::string>& header,
                          const std::vector<std::vector<std::string>>& rows);

}  // namespace spillway
