// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace spillway {

/// The maximum number of points of a sweep. Ten million points take about 160 MB of memory and 5 GB
/// of rows.
constexpr std::int64_t most_points = 10'000'000;

/// Computes the number of points of a sweep from the lengths of its lists. So a sweep that is too
/// large is rejected before its points are built.
class PointCount {
 public:
  /// Multiplies the number of points by the length of a list. `what` names the list in errors. An
  /// empty list counts as 1.
  void times(const std::string& what, std::size_t values);

  /// Throws UserError(usage) if the number of points exceeds most_points. The message names the
  /// lists and their lengths.
  void require_sane() const;

 private:
  std::vector<std::pair<std::string, std::size_t>> factors_;
};

}  // namespace spillway
