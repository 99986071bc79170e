// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace spillway {

/// An entry of a drawing's legend: the class of the marks, and what they stand for.
struct LegendEntry {
  std::string look;
  std::string text;
  bool line = false;  // else an area
};

/// A picture that a page embeds and that a file holds alone, with the same marks in both. The plot
/// is as wide as there is room: positions across are percentages of its width, or lie in a
/// plot_begin() with units of its own. Positions down are pixels. What things look like is said by
/// their classes (report/html/drawing.css).
struct Drawing {
  std::string kind;              // as --svg names it
  std::string name;              // of its file, and by which a page's script finds it
  std::string title;             // what it shows
  double left = 96, right = 16;  // pixels beside the plot, for labels
  double height = 0;
  double fixed_width = 0;  // of a picture that is scaled as a whole; 0 = as wide as there is room
  std::string marks;
  std::string tips;                  // of a file alone: a page shows them by its script
  std::vector<LegendEntry> legend;   // above the plot of a page, below that of a file
  std::vector<std::string> details;  // sentences that a page shows above it
};

/// The drawing as a file of its own. Its colours do not depend on anything else, it has no
/// background, and its text and lines are grey, so that they can be read on light and on dark.
std::string standalone_svg(const Drawing& drawing);

/// The drawing as an element of a page that has the styles drawing_styles().
std::string page_figure(const Drawing& drawing);

/// A part of a plot with units of its own: `width` units fill the plot's width, and `units` of
/// height fill the pixels from `top` to `top` + `height`. `</svg>\n` ends it. Lines in it keep
/// their widths in pixels.
std::string plot_begin(double first, double width, double units, double top, double height);

}  // namespace spillway
