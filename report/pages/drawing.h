// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace spillway {

enum class LegendSample : std::uint8_t { area, line, dot };

/// An entry of a drawing's legend: the CSS class of some shapes, and the meaning of these shapes.
struct LegendEntry {
  std::string look;
  std::string text;
  LegendSample sample = LegendSample::area;  // what the shapes are
};

/// A picture that can be shown in an HTML page or saved as an SVG file. The width is not fixed:
/// horizontal positions are percentages of the width, or units of an inner coordinate system that
/// plot_begin() begins. Vertical positions are pixels. CSS classes give the shapes their colours
/// (report/html/drawing.css).
struct Drawing {
  std::string kind;   // the value of the option --svg that selects the drawing
  std::string name;   // name of the SVG file, by which the scripts of a page find the drawing
  std::string title;  // what the picture shows
  double left = 96, right = 16;  // margins beside the plot, for labels, in pixels
  double height = 0;
  /// The width in pixels of a picture that is scaled as a whole; 0 = the picture fills the page's
  /// width.
  double fixed_width = 0;
  std::string marks;
  /// SVG elements that only a page has: texts that replace the texts of the CSS class `wide` on
  /// narrow pages, and elements of the CSS class `hidden`, which the page's script can show.
  std::string page_marks;
  /// SVG elements with tooltips, only for SVG files; in a page, scripts show tooltips.
  std::string tips;
  // Legend, which is above the plot in a page and below it in an SVG file.
  std::vector<LegendEntry> legend;
  std::vector<std::string> details;  // sentences that a page shows above the drawing
};

/// Returns the drawing as an SVG file that needs no other file. The file has no background. Its
/// text and lines are grey, so that they can be read on light and on dark backgrounds.
std::string standalone_svg(const Drawing& drawing);

/// Returns the drawing as an element of a page. The page must contain the styles of report.css and
/// drawing.css.
std::string page_figure(const Drawing& drawing);

/// Returns SVG code that begins a part of a plot with its own coordinates. Horizontally, the part
/// shows `width` units from `first` on. Vertically, `units` units fill the pixels from `top` to
/// `top` + `height`. The caller ends the part with `</svg>` and a line break. Line widths stay in
/// pixels.
std::string plot_begin(double first, double width, double units, double top, double height);

}  // namespace spillway
