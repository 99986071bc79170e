// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace spillway {

/// Points of a sweep that are still useful to expand, describe and store: about 160 MB of memory
/// and 5 GB of rows.
constexpr std::int64_t most_points = 10'000'000;

/// How many points a sweep has, as the product of its lists, before any is made.
class PointCount {
 public:
  /// A list that every point so far is repeated for; an empty list repeats nothing.
  void times(const std::string& what, std::size_t values);

  /// Throws UserError(usage) with the factors when the product is above most_points.
  void require_sane() const;

 private:
  std::vector<std::pair<std::string, std::size_t>> factors_;
};

}  // namespace spillway
