// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace spillway {

/// A sweep may have at most this number of points. Ten million points take about 160 MB of memory
/// and 5 GB of rows.
constexpr std::int64_t most_points = 10'000'000;

/// Multiplies the lengths of a sweep's lists, to reject a sweep that is too large before it is
/// expanded.
class PointCount {
 public:
  /// Multiplies the number of points by the length of a list; an empty list counts as 1.
  void times(const std::string& what, std::size_t values);

  /// Throws UserError(usage) if there are more than most_points. The message has the lengths of the
  /// lists.
  void require_sane() const;

 private:
  std::vector<std::pair<std::string, std::size_t>> factors_;
};

}  // namespace spillway
