// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/markup_text.h"

namespace spillway {

/// Pieces of SVG pictures that stand alone. They have no background and their text and lines are
/// grey, so that they can be read on light and on dark.

/// The opening tag with the styles; `</svg>\n` ends the picture.
std::string svg_begin(double width, double height);

/// `anchor` is start, middle or end.
std::string svg_text(double x, double y, const char* anchor, std::string_view text);

/// `style` is grid, axis or limit.
std::string svg_line(double x1, double y1, double x2, double y2, const char* style);

/// Bytes in the largest binary unit that leaves a whole number before the point.
std::string svg_size(double bytes);

/// About `wanted` round values within [low, high]: multiples of 1, 2 or 5 times a power of `base`
/// 10, or of a power of `base` 2.
std::vector<double> round_values(double low, double high, int wanted, int base);

/// The n-th colour of a series, which people with any common colour blindness can tell apart
/// (Okabe and Ito, 2008).
const char* series_colour(std::size_t n);

}  // namespace spillway
