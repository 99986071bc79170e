// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace spillway {

/// Returns a number of bytes as text, such as "1.25 KiB", in the largest binary unit in which the
/// number is at least 1. A number with at most two decimals in this unit is printed exactly; other
/// numbers are rounded to three digits.
std::string size_label(double bytes);

/// Returns a time as text with three digits, in the largest unit of time in which the number is at
/// least 1.
std::string time_label(double nanoseconds);

/// Returns a rate as text with three digits, in the largest unit (B/s, kB/s and so on) in which the
/// number is at least 1.
std::string rate_label(double bytes_per_second);

/// Returns labels for the times of an axis, all in the same unit. The labels have as many digits as
/// are needed to distinguish all times.
std::vector<std::string> axis_times(const std::vector<double>& nanoseconds);

/// Returns about `wanted` round values from `low` to `high` for an axis. If `base` is 10,
/// neighbouring values differ by a power of ten, or by 2 or 5 times a power of ten. If `base` is 2,
/// neighbouring values differ by a power of two.
std::vector<double> round_values(double low, double high, int wanted, int base);

/// An axis, which converts values into shares of its length: 0 for `low`, 1 for `high`.
struct ValueAxis {
  double low = 0, high = 1;
  bool logarithmic = false;  // `low` must then be above 0

  /// Returns 0.5 for every value if `low` equals `high`.
  double share(double value) const;
};

/// Returns an axis for sizes in bytes. The axis is logarithmic if the sizes span a factor of eight
/// or more.
ValueAxis size_axis(double low, double high);

/// Returns at most about `most` sizes for the grid lines of a size_axis(). Neighbouring sizes
/// differ by a power of two. On a logarithmic axis, every size is a power of two.
std::vector<double> axis_sizes(const ValueAxis& axis, std::size_t most);

}  // namespace spillway
