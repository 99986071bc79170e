// SPDX-License-Identifier: Apache-2.0
#include "experiments/summary/trade_charts.h"

#include <algorithm>

namespace spillway {
namespace {

ChartPoint point_of(const ParetoPoint& point) { return {point.fast_bytes, point.latency_us}; }

}  // namespace

TradeChart trade_chart(const TradeGroup& group) {
  TradeChart chart;
  chart.title = group.name;
  chart.memory_label = "capacity of " + group.memory;
  for (const ParetoPoint& point : group.points) {
    auto series = std::find_if(chart.series.begin(), chart.series.end(),
                               [&](const ChartSeries& s) { return s.name == point.planner; });
    if (series == chart.series.end()) series = chart.series.insert(series, {point.planner, {}});
    series->points.push_back(point_of(point));
  }
  for (ChartSeries& series : chart.series) {
    std::stable_sort(series.points.begin(), series.points.end(),
                     [](const ChartPoint& a, const ChartPoint& b) { return a.bytes < b.bytes; });
  }
  for (const std::size_t point : group.front) chart.front.push_back(point_of(group.points[point]));
  if (const auto knee = find_knee(group.points, group.front)) {
    chart.knee = point_of(group.points[*knee]);
  }
  return chart;
}

TradeChart trade_chart(const PlannerComparison& comparison) {
  TradeGroup group;
  group.name = comparison.network + " on " + comparison.target + " (" + comparison.mode + ")";
  for (const PlannerScore& score : comparison.scores) {
    if (!score.failure.empty()) continue;
    const Timing& timing = score.timing;
    group.points.push_back({timing.memories[0].peak,
                            static_cast<double>(timing.clock.to_time(timing.total)) / 1e6,
                            score.planner});
  }
  group.front = pareto_front(group.points);
  TradeChart chart = trade_chart(group);
  chart.memory_label = "peak of " + comparison.platform.memories[0].name;
  chart.knee.reset();
  return chart;
}

}  // namespace spillway
