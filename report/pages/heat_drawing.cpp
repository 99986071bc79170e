// SPDX-License-Identifier: Apache-2.0
#include "report/pages/heat_drawing.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "report/pages/axis.h"
#include "report/pages/svg.h"

namespace spillway {
namespace {

constexpr double heat_top = 24;
constexpr int heat_colours = 11;  // number of the CSS classes h0, h1 and so on
constexpr double letter_width = 6.6;
constexpr std::size_t longest_column = 14, longest_row = 20;  // in characters
// Letters for the colours of cells: `first_letter` for h0, the next letter for h1 and so on.
constexpr char first_letter = 'a';
constexpr char without_value = '-';
constexpr char without_point = '.';

double height_of_cells(const HeatMap& map) {
  constexpr double least = 4, most = 28, usual_map = 400;
  return std::clamp(usual_map / static_cast<double>(map.rows.size()), least, most);
}

double bottom_of(const HeatMap& map) {
  return heat_top + height_of_cells(map) * static_cast<double>(map.rows.size());
}

std::string middle_of_column(const HeatMap& map, std::size_t column) {
  return svg_share((static_cast<double>(column) + 0.5) / static_cast<double>(map.columns.size()));
}

double middle_of_row(const HeatMap& map, std::size_t row) {
  return heat_top + height_of_cells(map) * (static_cast<double>(row) + 0.5) + 4;
}

// Returns the lowest and the highest value as an axis; nullopt if no cell has a value.
std::optional<ValueAxis> colour_scale(const HeatShade& shade) {
  constexpr double logarithmic_from = 4;
  std::optional<ValueAxis> scale;
  for (const std::optional<double>& value : shade.values) {
    if (!value) continue;
    if (!scale) scale = ValueAxis{*value, *value};
    scale->low = std::min(scale->low, *value);
    scale->high = std::max(scale->high, *value);
  }
  if (scale) scale->logarithmic = scale->low > 0 && scale->high / scale->low >= logarithmic_from;
  return scale;
}

// Returns a letter for the colour of each cell.
std::string letters_of(const HeatMap& map, const HeatShade& shade) {
  const std::optional<ValueAxis> scale = colour_scale(shade);
  std::string letters;
  for (std::size_t i = 0; i < map.points.size(); ++i) {
    if (map.points[i].empty()) {
      letters += without_point;
    } else if (!shade.values[i]) {
      letters += without_value;
    } else {
      const double colour = std::round((heat_colours - 1) * scale->share(*shade.values[i]));
      letters += static_cast<char>(first_letter + static_cast<int>(colour));
    }
  }
  return letters;
}

// Returns a path of all cells with the given letter. A cell is a square of one unit.
std::string path_of_cells(const HeatMap& map, const std::string& letters, char letter,
                          const std::string& look) {
  const std::size_t columns = map.columns.size();
  std::string path;
  for (std::size_t i = 0; i < letters.size(); ++i) {
    if (letters[i] != letter) continue;
    path += fmt::format("M{} {}h1v1h-1z", i % columns, i / columns);
  }
  return fmt::format("<path class=\"{}\" d=\"{}\"/>\n", look, path);
}

// Returns the points of all cells: the numbers of a cell are joined by commas, cells by blanks. A
// hyphen stands for a cell without points.
std::string numbers_of_points(const HeatMap& map) {
  std::string numbers;
  for (const std::vector<std::size_t>& cell : map.points) {
    if (!numbers.empty()) numbers += ' ';
    if (cell.empty()) numbers += '-';
    for (std::size_t i = 0; i < cell.size(); ++i) {
      numbers += (i == 0 ? "" : ",") + std::to_string(cell[i]);
    }
  }
  return numbers;
}

std::string heat_cells(const HeatMap& map, const std::string& letters) {
  std::string svg =
      plot_begin(0, static_cast<double>(map.columns.size()), static_cast<double>(map.rows.size()),
                 heat_top, bottom_of(map) - heat_top);
  svg += fmt::format(
      "<g class=\"cells\" shape-rendering=\"crispEdges\" data-across=\"{}\" data-down=\"{}\" "
      "data-points=\"{}\">\n",
      xml_text(map.across), xml_text(map.down), numbers_of_points(map));
  for (int colour = 0; colour < heat_colours; ++colour) {
    svg += path_of_cells(map, letters, static_cast<char>(first_letter + colour),
                         fmt::format("h{}", colour));
  }
  return svg + path_of_cells(map, letters, without_value, "nothing") + "</g>\n</svg>\n";
}

// Returns the values of the cells as texts, which only cells of wide pages have room for. Returns
// an empty text if there are many cells.
std::string texts_in_cells(const HeatMap& map, const std::string& letters) {
  constexpr std::size_t most_columns = 8, most_cells = 60;
  constexpr char bright_from = 'g';  // the cell has a bright colour and a dark text
  const HeatShade& shade = map.shades.front();
  const std::size_t columns = map.columns.size();
  if (columns > most_columns || map.points.size() > most_cells) return "";
  std::string svg = "<g class=\"values wide\">\n";
  for (std::size_t i = 0; i < map.points.size(); ++i) {
    svg += svg_text(middle_of_column(map, i % columns), middle_of_row(map, i / columns), "middle",
                    shade.values[i] ? shade.label(*shade.values[i]) : "",
                    letters[i] >= bright_from ? "dark" : "");
  }
  return svg + "</g>\n";
}

std::size_t longest_of(const std::vector<std::string>& labels, std::size_t most) {
  std::size_t longest = 0;
  for (const std::string& label : labels) longest = std::max(longest, label.size());
  return std::min(longest, most);
}

// Returns as many labels as have room, and the names of the parameters. On a narrow page, only
// every third of the labels below the map is shown.
std::string heat_labels(const HeatMap& map, double left) {
  constexpr double least_plot = 520;  // width of the map on the narrowest page that is not narrow
  constexpr double line = 16;         // height of a text
  const double bottom = bottom_of(map);
  const double room =
      letter_width * static_cast<double>(longest_of(map.columns, longest_column)) + 10;
  const auto fitting = static_cast<std::size_t>(least_plot / room);
  const std::size_t columns = map.columns.size();
  const std::size_t every = (columns + fitting - 1) / fitting;
  std::string svg;
  for (std::size_t i = 0; i < columns; i += every) {
    svg += svg_text(middle_of_column(map, i), bottom + line, "middle",
                    short_text(map.columns[i], longest_column),
                    i / every % 3 == 0 ? "muted" : "muted wide");
  }
  const auto every_row = static_cast<std::size_t>(std::ceil(line / height_of_cells(map)));
  for (std::size_t i = 0; i < map.rows.size(); i += every_row) {
    svg +=
        svg_text("-6", middle_of_row(map, i), "end", short_text(map.rows[i], longest_row), "muted");
  }
  return svg + svg_text("50%", bottom + 2 * line, "middle", map.across, "muted") +
         svg_text(fmt::format("{:.0f}", 4 - left), heat_top - 10, "start", map.down, "muted");
}

// Returns the colours of the scale, from the lowest value to the highest.
std::string scale_strip(double y) {
  std::string svg = plot_begin(0, heat_colours, 1, y, 10);
  for (int colour = 0; colour < heat_colours; ++colour) {
    svg += fmt::format("<path class=\"h{}\" d=\"M{} 0h1v1h-1z\"/>\n", colour, colour);
  }
  return svg + "</svg>\n";
}

// Returns the part of the drawing that belongs to one shade (one quantity): its name and the labels
// of the colour scale. The part also has one letter per cell for the page's script. A letter stands
// for the colour of the cell, or says that the cell has no value.
std::string shade_marks(const HeatMap& map, const HeatShade& shade, double y) {
  const std::optional<ValueAxis> scale = colour_scale(shade);
  std::string svg = fmt::format("<g class=\"shade{}\" data-column=\"{}\" data-cells=\"{}\">\n",
                                &shade == &map.shades.front() ? "" : " hidden", shade.column,
                                letters_of(map, shade));
  svg += svg_text("100%", heat_top - 10, "end", shade.name, "muted");
  if (!scale) return svg + "</g>\n";
  const double middle = scale->logarithmic ? std::sqrt(scale->low) * std::sqrt(scale->high)
                                           : (scale->low + scale->high) / 2;
  svg += svg_text("50%", y, "middle", shade.label(middle), "muted wide");
  if (scale->low < scale->high) {
    svg += svg_text("0", y, "start", shade.label(scale->low), "muted") +
           svg_text("100%", y, "end", shade.label(scale->high), "muted");
  }
  return svg + "</g>\n";
}

}  // namespace

Drawing heat_drawing(const HeatMap& map) {
  const double scale_top = bottom_of(map) + 44;
  const double scale_labels = scale_top + 24;
  const std::string letters = letters_of(map, map.shades.front());
  Drawing drawing;
  drawing.title = map.title;
  drawing.left =
      std::max(60.0, letter_width * static_cast<double>(longest_of(map.rows, longest_row)) + 14);
  drawing.height = scale_labels + 8;
  drawing.details = {
      "A cell has the least figure of its points; dark is less. A hatched cell has no "
      "figure."};
  drawing.marks = heat_cells(map, letters) + texts_in_cells(map, letters) +
                  heat_labels(map, drawing.left) + scale_strip(scale_top);
  for (const HeatShade& shade : map.shades) {
    std::string& marks = &shade == &map.shades.front() ? drawing.marks : drawing.page_marks;
    marks += shade_marks(map, shade, scale_labels);
  }
  return drawing;
}

}  // namespace spillway
