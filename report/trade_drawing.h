// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "base/units.h"
#include "report/drawing.h"

namespace spillway {

/// A point of a chart of latency against memory.
struct ChartPoint {
  Bytes bytes = 0;
  double latency_us = 0;
  std::size_t number = 0;  // by which a page's script knows it
};

struct ChartSeries {
  std::string name;
  std::vector<ChartPoint> points;  // ascending by bytes
};

struct TradeChart {
  std::string title;
  std::string memory_label;  // of the axis: "capacity of sram"
  std::vector<ChartSeries> series;
  std::vector<ChartPoint> front;  // that no other point beats, ascending by bytes
  std::optional<ChartPoint> knee;
  std::optional<double> goal_us;  // a line across, where it is near the points
  std::optional<ChartPoint> answer;
  bool label_points = false;  // beside the points, if there is room; each series is one place
  bool stepped = false;       // a size has the time of the next smaller one, at most
};

/// Latency against memory, a line per series, the front as steps, the knee with a ring. Bytes are
/// on a logarithmic axis where they span a factor of eight or more. Latencies begin at zero, or
/// where they lie close together at a value that the axis says: a step of 0.4 % must not look like
/// a cliff.
Drawing trade_drawing(const TradeChart& chart);

}  // namespace spillway
