// SPDX-License-Identifier: Apache-2.0
#include "experiments/pages/page_drawings.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/text.h"
#include "experiments/pages/report_parts.h"
#include "experiments/pages/sweep_charts.h"
#include "experiments/rows/sweep_cells.h"
#include "experiments/rows/sweep_trades.h"
#include "experiments/summary/trade_charts.h"
#include "hwmodels/target/peak_rate.h"
#include "report/live_bytes.h"
#include "report/pages/axis.h"
#include "report/pages/memory_map_drawing.h"
#include "report/pages/operator_drawings.h"
#include "report/pages/timeline_drawing.h"
#include "report/pages/trade_drawing.h"

namespace spillway {
namespace {

std::string time_and_cycles(const Timing& timing) {
  return fmt::format("{}, {} cycles",
                     time_label(static_cast<double>(timing.clock.to_time(timing.total)) / 1000),
                     with_thousands(timing.total));
}

void add_named(std::vector<Drawing>& drawings, const char* kind, const std::string& rest,
               Drawing drawing) {
  drawing.kind = kind;
  drawing.name = kind + ("-" + rest);
  drawings.push_back(std::move(drawing));
}

}  // namespace

std::vector<Drawing> run_drawings(const PointResult& result) {
  const Network& network = result.planned_network();
  std::vector<Drawing> drawings{time_drawing(result.timing)};
  const auto fed_by = feeders_of_operators(network, result.timing);
  if (!fed_by.empty()) drawings.push_back(operator_chain_drawing(result.timing, fed_by));
  std::vector<std::int64_t> peaks;
  for (const MemorySpec& memory : result.target.memories) {
    peaks.push_back(peak_bytes_per_second(result.target, memory));
  }
  drawings.push_back(timeline_drawing(result.timing, peaks));
  const auto [title, map, live] =
      mapped_plan("", result.plan.plan, make_memory_map(result.plan.plan, network));
  for (std::size_t m = 0; m < map.memories.size(); ++m) {
    const auto memory = static_cast<MemoryIndex>(m);
    if (blocks_in(map, memory).empty()) continue;
    const std::string& name = map.memories[m].name;
    add_named(drawings, "memory-map", name, memory_map_drawing(map, memory));
    add_named(drawings, "live-bytes", name, live_bytes_drawing(map.memories[m], live[m]));
  }
  return drawings;
}

MappedPlan mapped_plan(const std::string& title, const Plan& plan, MemoryMap map) {
  MappedPlan mapped{title, std::move(map), {}};
  for (std::size_t m = 0; m < plan.memories.size(); ++m) {
    mapped.live.push_back(live_bytes(plan, static_cast<MemoryIndex>(m), mapped.map.steps));
  }
  return mapped;
}

std::vector<Drawing> drawings_of_pair(const MappedPlan& first, const MappedPlan& second,
                                      const std::vector<MappedPlan>& all) {
  std::vector<Drawing> drawings;
  for (std::size_t m = 0; m < first.map.memories.size(); ++m) {
    const auto memory = static_cast<MemoryIndex>(m);
    std::vector<MapBlock> blocks;
    Bytes live_peak = 0;
    for (const MappedPlan& plan : all) {
      const std::vector<MapBlock> own = blocks_in(plan.map, memory);
      blocks.insert(blocks.end(), own.begin(), own.end());
      for (const Bytes bytes : plan.live[m]) live_peak = std::max(live_peak, bytes);
    }
    if (blocks.empty()) continue;
    for (const MappedPlan* const plan : {&first, &second}) {
      const std::string name = fmt::format("{}-{}", plan == &first ? "first" : "second", m);
      Drawing map = memory_map_drawing(plan->map, memory, peak_of(blocks));
      map.title = plan->title + ", " + map.title;
      map.legend = kinds_of_blocks(blocks);
      add_named(drawings, "memory-map", name, std::move(map));
      Drawing live = live_bytes_drawing(plan->map.memories[m], plan->live[m], live_peak);
      live.title += ", " + plan->title;
      add_named(drawings, "live-bytes", name, std::move(live));
    }
  }
  return drawings;
}

Drawing pareto_drawing(const PlannerComparison& comparison) {
  Drawing drawing = trade_drawing(trade_chart(comparison));
  drawing.kind = drawing.name = "pareto";
  return drawing;
}

std::vector<Drawing> sweep_drawings(const std::string& csv, const std::string& source) {
  const SweepRows rows = read_sweep_rows(csv, source);
  const std::vector<SweepColumn> columns = sweep_cells(csv, source);
  std::vector<Drawing> drawings;
  for (const TradeGroup& group : trade_groups(rows)) {
    Drawing drawing = trade_drawing(trade_chart(group));
    drawing.details = {knee_text(group.points, group.front)};
    add_named(drawings, "pareto", group.name, std::move(drawing));
  }
  for (const HeatMap& map : heat_maps(columns, rows)) {
    add_named(drawings, "heat", map.title, heat_drawing(map));
  }
  if (const auto plot = scatter_plot(columns)) {
    Drawing drawing = scatter_drawing(*plot);
    drawing.kind = drawing.name = "scatter";
    drawings.push_back(std::move(drawing));
  }
  return drawings;
}

StaticPage static_run(const PointResult& result) {
  return {"Latency " + time_and_cycles(result.timing), run_drawings(result)};
}

StaticPage static_comparison(const PlannerComparison& comparison) {
  std::vector<const PlannerScore*> planned;
  for (const PlannerScore& score : comparison.scores) {
    if (score.failure.empty() && !score.compiled) planned.push_back(&score);
  }
  if (planned.empty()) return {"No planner finds a plan that fits.", {}};
  StaticPage static_page;
  static_page.drawings.push_back(pareto_drawing(comparison));
  const PlannerScore& first = *planned.front();
  const PlannerScore& second = *planned.back();
  static_page.answer =
      fmt::format("Fastest: {}, {}; slowest: {}, {}", first.planner, time_and_cycles(first.timing),
                  second.planner, time_and_cycles(second.timing));
  std::vector<MappedPlan> plans;
  plans.reserve(planned.size());
  for (const PlannerScore* const score : planned) {
    plans.push_back(
        mapped_plan(score->planner, score->plan, make_memory_map(score->plan, comparison.lowered)));
  }
  for (Drawing& drawing : drawings_of_pair(plans.front(), plans.back(), plans)) {
    static_page.drawings.push_back(std::move(drawing));
  }
  return static_page;
}

StaticPage static_sizes(const SizeAnswers& answers) {
  StaticPage static_page;
  for (const SizeAnswer& answer : answers.answers) {
    if (answer.curve.empty()) continue;
    TradeChart chart;
    chart.title = answer.label.empty() ? "Latency by size" : "Latency by size, " + answer.label;
    chart.memory_label = "capacity of " + answers.memory;
    chart.goal_us = answer.goal_us;
    chart.stepped = true;
    chart.series = {{"", {}}};
    for (const SizedPoint& point : answer.curve) {
      chart.series[0].points.push_back(
          {point.size, point.latency_us, chart.series[0].points.size()});
    }
    if (answer.smallest) {
      chart.answer = ChartPoint{answer.smallest->size, answer.smallest->latency_us, 0};
    }
    static_page.answer +=
        (static_page.answer.empty() ? "" : "; ") +
        (answer.label.empty() ? "" : answer.label + ": ") +
        (answer.smallest ? "smallest " + answers.memory + " " +
                               size_label(static_cast<double>(answer.smallest->size))
                         : "no size that was simulated reaches the goal");
    Drawing drawing = trade_drawing(chart);
    drawing.legend.clear();
    add_named(static_page.drawings, "size", std::to_string(static_page.drawings.size()),
              std::move(drawing));
  }
  return static_page;
}

}  // namespace spillway
