// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/markup_text.h"

namespace spillway {

/// Functions that return SVG elements for a drawing's plot (report/pages/drawing.h). A horizontal
/// position is a text: a number of pixels from the plot's left edge, or a result of svg_share().

/// Returns a fraction as a percentage: "37.5%" for 0.375.
std::string svg_share(double share);

/// Returns a text element. `anchor` (start, middle or end) says which part of the text lies at `x`.
/// `look` is a CSS class; empty = no class.
std::string svg_text(std::string_view x, double y, const char* anchor, std::string_view text,
                     std::string_view look = "");

/// Returns a horizontal line over the whole width of the plot, with the CSS class `look`.
std::string svg_horizontal_line(const char* look, double y);

/// Returns a vertical line from `top` to `bottom`, with the CSS class `look`.
std::string svg_vertical_line(const char* look, std::string_view x, double top, double bottom);

/// Returns the CSS classes of a series of a chart, which give its lines colour and dashes and its
/// dots colour and shape. Neighbouring numbers have different colours.
std::string series_look(std::size_t number);

/// Returns the name, cut at its end to at most `longest` characters.
std::string short_text(const std::string& name, std::size_t longest);

}  // namespace spillway
