// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "report/pages/drawing.h"

namespace spillway {

/// A quantity that colours the cells of a heat map.
struct HeatShade {
  std::string column;                            // the quantity's column in the page's data
  std::string name;                              // such as "least latency"
  std::string (*label)(double value) = nullptr;  // returns a value as text with its unit
  // The value of each cell, in the order of HeatMap::points; nullopt if no point of the cell has a
  // value.
  std::vector<std::optional<double>> values;
};

/// A heat map over two parameters. Each cell has the points that have one value of each parameter.
struct HeatMap {
  std::string title;
  std::string across, down;                // names of the parameters
  std::vector<std::string> columns, rows;  // values of the parameters, as labels
  // For each cell, from the left to the right of each row, from the first row to the last row:
  // indices of the cell's points in the page's data.
  std::vector<std::vector<std::size_t>> points;
  std::vector<HeatShade> shades;  // at least one
};

/// Draws a heat map, coloured by the first of its shades. In a page, the drawing also has what the
/// script needs to show the other shades: for each of them, the colour of every cell and the labels
/// of the colour scale. The colour scale is logarithmic if the lowest value is above 0 and the
/// highest value is at least four times as high. On a linear scale, one high value would make the
/// colours of all lower values almost equal.
Drawing heat_drawing(const HeatMap& map);

}  // namespace spillway
