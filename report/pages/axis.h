// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace spillway {

/// Bytes in the largest binary unit of which there is at least one: with two decimals if these are
/// exact, otherwise with three digits.
std::string size_label(double bytes);

/// Nanoseconds in the largest unit of which there is at least one, with three digits.
std::string time_label(double nanoseconds);

/// Bytes per second in the largest unit of which there is at least one, with three digits.
std::string rate_label(double bytes_per_second);

/// Labels for times on an axis, all in one unit, with as many digits as the values need: no label
/// is rounded to a value other than its line's.
std::vector<std::string> axis_times(const std::vector<double>& nanoseconds);

/// About `wanted` round values within [low, high]. For `base` 10 they are multiples of 1, 2 or 5
/// times a power of ten, for `base` 2 of a power of two.
std::vector<double> round_values(double low, double high, int wanted, int base);

}  // namespace spillway
