// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "base/units.h"
#include "report/pages/drawing.h"

namespace spillway {

/// A point of a chart of latency against memory.
struct ChartPoint {
  Bytes bytes = 0;
  double latency_us = 0;
  std::size_t number = 0;  // index of this point in the page's data
};

struct ChartSeries {
  std::string name;
  std::vector<ChartPoint> points;  // the points of the series, in ascending order of bytes
};

struct TradeChart {
  std::string title;
  std::string memory_label;  // the label of the axis, such as "capacity of sram"
  std::vector<ChartSeries> series;
  // The Pareto front, in ascending order of bytes: the points that no other point beats. To beat a
  // point, another point must be better in bytes or latency and not worse in the other quantity.
  std::vector<ChartPoint> front;
  std::optional<ChartPoint> knee;
  // The latency that the user wants to reach; drawn as a horizontal line if this latency is near
  // the latencies of the points.
  std::optional<double> goal_us;
  std::optional<ChartPoint> answer;
  // Whether the names of series are written beside their points, if there is space. All points of a
  // series must then have the same position.
  bool label_points = false;
  /// Whether the lines of series have steps: the latency of a size is drawn up to the next larger
  /// size.
  bool stepped = false;
};

/// Draws latency against memory: a line per series, the Pareto front as a line with steps, and a
/// ring around the knee. The axis of bytes is logarithmic if the bytes span a factor of eight or
/// more. The axis of latencies begins at zero, unless the latencies lie close together. In this
/// case, the axis begins at a higher value. It is then drawn with a break, so that nobody takes a
/// difference of 0.4 % for a large one.
Drawing trade_drawing(const TradeChart& chart);

}  // namespace spillway
