// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace spillway {

/// An entry of a drawing's legend: the CSS class of the marks and their meaning.
struct LegendEntry {
  std::string look;
  std::string text;
  bool line = false;  // the mark is a line; if false, an area
};

/// A picture that can be shown in a page or saved as a file. Its width is not fixed, so horizontal
/// positions are percentages of the width, or units of a part that plot_begin() begins. Vertical
/// positions are pixels. CSS classes give the marks their colours (report/html/drawing.css).
struct Drawing {
  std::string kind;   // the value of the option --svg that chooses it
  std::string name;   // name of the file; in a page, the script finds the drawing by this name
  std::string title;  // what the picture shows
  double left = 96, right = 16;  // pixels beside the plot, for labels
  double height = 0;
  /// The width of a picture that is scaled as one piece; 0 = the picture uses the full width.
  double fixed_width = 0;
  std::string marks;
  /// Texts for narrow pages. They replace the texts of the class `wide`.
  std::string narrow;
  /// Tooltips, for a file only; in a page, the script shows tooltips.
  std::string tips;
  std::vector<LegendEntry> legend;   // above the plot in a page, below it in a file
  std::vector<std::string> details;  // sentences above the drawing in a page
};

/// The drawing as an SVG file that needs no other file. It has no background, and its text and
/// lines are grey, so that they can be read on light and on dark backgrounds.
std::string standalone_svg(const Drawing& drawing);

/// The drawing as an element of a page. The page needs the styles of report.css and drawing.css.
std::string page_figure(const Drawing& drawing);

/// Begins a part of a plot that has its own units. Horizontally, `width` units, from `first` on,
/// fill the plot. Vertically, `units` units fill the pixels from `top` to `top` + `height`. The
/// caller ends the part with `</svg>` and a line break. The widths of lines stay in pixels.
std::string plot_begin(double first, double width, double units, double top, double height);

}  // namespace spillway
