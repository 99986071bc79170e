// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "report/pages/drawing.h"

namespace spillway {

/// A quantity of points, which can be an axis of a scatter plot.
struct ScatterFigure {
  // The quantity's column in the page's data. The unit of the values is the end of this name, such
  // as `_bytes`.
  std::string column;
  std::vector<std::optional<double>> values;  // one per point; at least two values differ
};

/// Points that have the same colour and shape.
struct ScatterSeries {
  std::string name;
  std::vector<std::size_t> points;  // indices of points
};

struct ScatterPlot {
  std::vector<ScatterFigure> figures;
  std::size_t across = 0, up = 0;  // the figures on the axes, as indices
  std::vector<ScatterSeries> series;
};

/// Draws a dot for each point that has both figures. In a page, the drawing also has the axes of
/// all other figures, hidden, so that the script can put any two figures on the axes.
Drawing scatter_drawing(const ScatterPlot& plot);

}  // namespace spillway
