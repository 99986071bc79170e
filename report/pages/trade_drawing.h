// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "base/units.h"
#include "report/pages/drawing.h"

namespace spillway {

/// A point of a chart that shows latency against memory.
struct ChartPoint {
  Bytes bytes = 0;
  double latency_us = 0;
  std::size_t number = 0;  // index of the point in the data of the page
};

struct ChartSeries {
  std::string name;
  std::vector<ChartPoint> points;  // ascending by bytes
};

struct TradeChart {
  std::string title;
  std::string memory_label;  // the label of the axis, such as "capacity of sram"
  std::vector<ChartSeries> series;
  std::vector<ChartPoint> front;  // points that no other point beats; ascending by bytes
  std::optional<ChartPoint> knee;
  std::optional<double> goal_us;  // drawn as a horizontal line if it is near the points
  std::optional<ChartPoint> answer;
  // Whether the names of series are written beside their points, if there is space. All points of a
  // series must then have the same position.
  bool label_points = false;
  /// Whether lines are drawn as steps: the latency of a size holds up to the next larger size.
  bool stepped = false;
};

/// Draws latency against memory: a line per series, the front as steps, the knee with a ring. The
/// axis of bytes is logarithmic if the bytes span a factor of eight or more. The axis of latencies
/// begins at zero. If the latencies lie close together, it begins at a higher value and shows that,
/// because otherwise a step of 0.4 % could look large.
Drawing trade_drawing(const TradeChart& chart);

}  // namespace spillway
