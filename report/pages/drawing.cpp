// SPDX-License-Identifier: Apache-2.0
#include "report/pages/drawing.h"

#include <algorithm>
#include <map>
#include <string_view>

#include <fmt/format.h>

#include "report/pages/html_assets.h"
#include "report/pages/svg.h"

namespace spillway {
namespace {

constexpr double file_plot = 960;  // width of the plot in an SVG file, in pixels
constexpr double least_margin = 16;
constexpr double title_height = 28;
constexpr double legend_height = 20;
// Maximum length of the text of a legend entry, in characters. Longer texts are shortened.
constexpr std::size_t longest_legend = 60;

// Returns the colours of an HTML page by name, read from the lines "--name: value;" in the first
// rule of report.css. Text, lines and backgrounds get other colours for SVG files.
std::map<std::string, std::string, std::less<>> page_colours() {
  std::map<std::string, std::string, std::less<>> colours;
  const std::string_view css = html::report_css();
  const std::string_view rule = css.substr(0, css.find('}'));
  for (std::size_t at = rule.find("  --"); at != std::string_view::npos;
       at = rule.find("  --", at + 1)) {
    const std::size_t colon = rule.find(": ", at), end = rule.find(';', at);
    colours.emplace(rule.substr(at + 2, colon - at - 2), rule.substr(colon + 2, end - colon - 2));
  }
  // An SVG file may be shown on any background, so these colours become greys that have enough
  // contrast to white and to black.
  for (const char* const name : {"--text", "--muted"}) colours[name] = "#747a81";
  for (const char* const name : {"--line", "--panel"}) colours[name] = "#8c939b";
  colours["--page"] = "none";
  return colours;
}

// Returns the style sheet for an SVG file. The CSS variables of drawing.css are replaced by
// colours, because not every program that shows SVG files supports CSS variables.
std::string file_styles() {
  const auto colours = page_colours();
  const std::string_view css = html::drawing_css();
  std::string styles;
  std::size_t from = 0;
  for (std::size_t at = css.find("var("); at != std::string_view::npos;
       at = css.find("var(", from)) {
    const std::size_t end = css.find(')', at);
    styles += css.substr(from, at - from);
    styles += colours.find(css.substr(at + 4, end - at - 4))->second;
    from = end + 1;
  }
  styles += css.substr(from);
  return "<style>\n" + styles +
         ".drawing .grid, .drawing .operators { opacity: 0.3; }\n"
         ".drawing .block { stroke: #747a81; }\n</style>\n";
}

// Returns the symbol that stands before the text of a legend entry. It is a line (28 pixels long),
// a dot or a square (12 by 12 pixels).
std::string legend_mark(const LegendEntry& entry) {
  switch (entry.sample) {
    case LegendSample::line:
      return fmt::format("<path class=\"{}\" d=\"M0 6h28\"/>", entry.look);
    case LegendSample::dot:
      return fmt::format("<g class=\"{}\"><path class=\"dots\" d=\"M6 6h0\"/></g>", entry.look);
    case LegendSample::area:
      break;
  }
  return fmt::format("<rect class=\"{}\" width=\"12\" height=\"12\"/>", entry.look);
}

bool is_line(const LegendEntry& entry) { return entry.sample == LegendSample::line; }

std::string page_legend(const std::vector<LegendEntry>& entries) {
  std::string legend = "<ul class=\"legend\">";
  for (const LegendEntry& entry : entries) {
    legend +=
        fmt::format("<li><svg class=\"drawing key\" width=\"{}\" height=\"12\">{}</svg>{}</li>",
                    is_line(entry) ? 28 : 12, legend_mark(entry),
                    xml_text(short_text(entry.text, longest_legend)));
  }
  return legend + "</ul>\n";
}

}  // namespace

std::string standalone_svg(const Drawing& drawing) {
  const double plot = drawing.fixed_width > 0 ? drawing.fixed_width : file_plot;
  const double left = std::max(drawing.left, least_margin);
  const double width = left + plot + std::max(drawing.right, least_margin);
  const double bottom = title_height + drawing.height;
  const double height = bottom + legend_height * static_cast<double>(drawing.legend.size()) + 8;
  std::string svg = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"drawing\" width=\"{0:.0f}\" "
      "height=\"{1:.0f}\" viewBox=\"0 0 {0:.0f} {1:.0f}\">\n",
      width, height);
  svg += file_styles() + svg_text(fmt::format("{}", left), 18, "start", drawing.title);
  svg += fmt::format(
      "<svg x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" overflow=\"visible\">\n{}{}</svg>\n", left,
      title_height, plot, drawing.height, drawing.marks, drawing.tips);
  double y = bottom + legend_height / 2;
  for (const LegendEntry& entry : drawing.legend) {
    svg += fmt::format("<g transform=\"translate({} {})\">{}", left, y - 6, legend_mark(entry)) +
           svg_text(is_line(entry) ? "36" : "20", 10, "start", entry.text) + "</g>\n";
    y += legend_height;
  }
  return svg + "</svg>\n";
}

std::string page_figure(const Drawing& drawing) {
  const std::string title = xml_text(drawing.title);
  std::string figure = fmt::format("<figure data-picture=\"{}\">\n<figcaption>{}</figcaption>\n",
                                   xml_text(drawing.name), title);
  for (const std::string& text : drawing.details) {
    figure += fmt::format("<p class=\"muted\">{}</p>\n", xml_text(text));
  }
  if (!drawing.legend.empty()) figure += page_legend(drawing.legend);
  const std::string size =
      drawing.fixed_width > 0
          ? fmt::format("viewBox=\"0 0 {} {}\"", drawing.fixed_width, drawing.height)
          : fmt::format("height=\"{}\" style=\"padding:0 {}px 0 {}px\"", drawing.height,
                        drawing.right, drawing.left);
  return figure +
         fmt::format(
             "<svg class=\"drawing\" role=\"img\" aria-label=\"{}\" {}>\n{}</svg>\n</figure>\n",
             title, size, drawing.marks + drawing.page_marks);
}

std::string plot_begin(double first, double width, double units, double top, double height) {
  return fmt::format(
      "<svg class=\"plot\" y=\"{}\" width=\"100%\" height=\"{}\" viewBox=\"{:.0f} 0 {:.0f} "
      "{:.0f}\" preserveAspectRatio=\"none\">\n",
      top, height, first, width, units);
}

}  // namespace spillway
