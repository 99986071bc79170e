// SPDX-License-Identifier: Apache-2.0
#include "experiments/sweep/sweep_size.h"

#include <fmt/format.h>

#include "base/diagnostics.h"
#include "base/text.h"

namespace spillway {

void PointCount::times(const std::string& what, std::size_t values) {
  if (values > 1) factors_.emplace_back(what, values);
}

void PointCount::require_sane() const {
  std::int64_t points = 1;
  bool counted = true;
  std::string product;
  for (const auto& [what, values] : factors_) {
    counted =
        counted && !__builtin_mul_overflow(points, static_cast<std::int64_t>(values), &points);
    product += fmt::format("{}{} {}", product.empty() ? "" : " x ",
                           with_thousands(static_cast<std::int64_t>(values)), what);
  }
  if (counted && points <= most_points) return;
  throw usage_error(
      "the sweep has {} points ({}); expected {} at most: fewer values, or several sweeps",
      counted ? with_thousands(points) : "more than 2^63", product, with_thousands(most_points));
}

}  // namespace spillway
