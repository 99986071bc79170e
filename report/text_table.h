// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace spillway {

/// Returns a table in the format "outline" of Python's `tabulate`. Cells with a number are aligned
/// to the right. If `header` is empty, the table has no header line and no rule below it.
std::string outline_table(const std::vector<std::string>& header,
                          const std::vector<std::vector<std::string>>& rows);

}  // namespace spillway
