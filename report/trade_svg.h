// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/units.h"

namespace spillway {

/// A point of a chart of latency against memory.
struct ChartPoint {
  Bytes bytes = 0;
  double latency_us = 0;
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
  bool label_points = false;  // beside the points, if there is room; each series is one place
};

/// Latency against memory, a line per series, the front as steps, the knee with a ring. Bytes are
/// on a logarithmic axis where they span a factor of eight or more.
std::string trade_svg(const TradeChart& chart);

}  // namespace spillway
