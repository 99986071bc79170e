// SPDX-License-Identifier: Apache-2.0
#include "experiments/summary/trade_charts.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace spillway {
namespace {

ChartPoint point_of(const TradeGroup& group, std::size_t i) {
  return {group.points[i].fast_bytes, group.points[i].latency_us, group.rows[i]};
}

/// Finds points that are drawn at the same place in the picture. Gives each of these points the
/// planner names of all points at the place.
void merge_names_of_close_points(std::vector<ParetoPoint>& points) {
  constexpr double apart = 200;  // number of different positions along an axis of the picture
  const auto [least, most] = std::minmax_element(
      points.begin(), points.end(),
      [](const ParetoPoint& a, const ParetoPoint& b) { return a.fast_bytes < b.fast_bytes; });
  const auto [fastest, slowest] = std::minmax_element(
      points.begin(), points.end(),
      [](const ParetoPoint& a, const ParetoPoint& b) { return a.latency_us < b.latency_us; });
  if (points.empty()) return;
  const double bytes = static_cast<double>(most->fast_bytes - least->fast_bytes) / apart;
  const double time = (slowest->latency_us - fastest->latency_us) / apart;
  std::vector<std::vector<std::size_t>> places;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const auto near = std::find_if(places.begin(), places.end(), [&](const auto& place) {
      const ParetoPoint& first = points[place.front()];
      return std::abs(static_cast<double>(first.fast_bytes - points[i].fast_bytes)) <= bytes &&
             std::abs(first.latency_us - points[i].latency_us) <= time;
    });
    if (near == places.end()) {
      places.push_back({i});
    } else {
      near->push_back(i);
    }
  }
  for (const std::vector<std::size_t>& place : places) {
    std::string names;
    for (const std::size_t i : place) names += (names.empty() ? "" : ", ") + points[i].planner;
    for (const std::size_t i : place) points[i].planner = names;
  }
}

}  // namespace

TradeChart trade_chart(const TradeGroup& group) {
  TradeChart chart;
  chart.title = group.name;
  chart.memory_label = "capacity of " + group.memory;
  for (std::size_t i = 0; i < group.points.size(); ++i) {
    const ParetoPoint& point = group.points[i];
    auto series = std::find_if(chart.series.begin(), chart.series.end(),
                               [&](const ChartSeries& s) { return s.name == point.planner; });
    if (series == chart.series.end()) series = chart.series.insert(series, {point.planner, {}});
    series->points.push_back(point_of(group, i));
  }
  for (ChartSeries& series : chart.series) {
    std::stable_sort(series.points.begin(), series.points.end(),
                     [](const ChartPoint& a, const ChartPoint& b) {
                       return std::pair(a.bytes, a.latency_us) < std::pair(b.bytes, b.latency_us);
                     });
  }
  for (const std::size_t point : group.front) chart.front.push_back(point_of(group, point));
  if (const auto knee = find_knee(group.points, group.front)) {
    chart.knee = point_of(group, *knee);
  }
  return chart;
}

TradeChart trade_chart(const PlannerComparison& comparison) {
  TradeGroup group;
  group.name = comparison.network + " on " + comparison.target + " (" + comparison.mode + ")";
  std::size_t planned = 0, compiled = comparison.scores.size();
  for (const PlannerScore& score : comparison.scores) {
    const std::size_t number = score.compiled ? compiled++ : planned++;
    if (!score.failure.empty()) continue;
    group.rows.push_back(number);
    const Timing& timing = score.timing;
    group.points.push_back({timing.memories[0].peak, timing.latency_us(), score.planner});
  }
  group.front = pareto_front(group.points);
  merge_names_of_close_points(group.points);
  TradeChart chart = trade_chart(group);
  chart.memory_label = "peak of " + comparison.platform.memories[0].name;
  chart.knee.reset();
  chart.label_points = true;
  return chart;
}

}  // namespace spillway
