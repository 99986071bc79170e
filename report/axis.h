// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace spillway {

/// Bytes in the largest binary unit of which there is at least one; hundredths where they are
/// exact, else three digits.
std::string size_label(double bytes);

/// Nanoseconds in the largest unit of which there is at least one, with three digits.
std::string time_label(double nanoseconds);

/// Bytes per second, likewise.
std::string rate_label(double bytes_per_second);

/// Times of an axis in one unit, with as many digits as the values need: the label of a line never
/// says another value than the line's own.
std::vector<std::string> axis_times(const std::vector<double>& nanoseconds);

/// About `wanted` round values within [low, high]: multiples of 1, 2 or 5 times a power of `base`
/// 10, or of a power of `base` 2.
std::vector<double> round_values(double low, double high, int wanted, int base);

}  // namespace spillway
