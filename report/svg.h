// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/markup_text.h"

namespace spillway {

/// Elements of a drawing's plot (report/drawing.h). A position across is pixels from the plot's
/// left end or, as svg_share(), a share of its width.

/// "37.5%" of 0.375.
std::string svg_share(double share);

/// `anchor` is start, middle or end.
std::string svg_text(std::string_view x, double y, const char* anchor, std::string_view text,
                     std::string_view look = "");

/// A line across the whole plot.
std::string svg_rule(const char* look, double y);

/// A line from `top` to `bottom`.
std::string svg_upright(const char* look, std::string_view x, double top, double bottom);

/// The beginning of a name, in at most `longest` characters.
std::string short_text(const std::string& name, std::size_t longest);

}  // namespace spillway
