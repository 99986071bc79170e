// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>

namespace spillway::test {

/// Returns the number of separators in a line. A separator that follows a backslash does not count.
inline std::size_t separators(const std::string& line, char separator) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '\\') {
      ++i;
    } else if (line[i] == separator) {
      ++count;
    }
  }
  return count;
}

}  // namespace spillway::test
