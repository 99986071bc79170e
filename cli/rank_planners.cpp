// SPDX-License-Identifier: Apache-2.0
#include "cli/rank_planners.h"

#include <ostream>

#include "base/files.h"
#include "base/text.h"
#include "cli/pictures.h"
#include "cli/point_options.h"
#include "experiments/answers/compare_planners.h"
#include "experiments/pages/compare_json.h"
#include "experiments/pages/documents.h"
#include "experiments/summary/trade_charts.h"
#include "report/html_report.h"
#include "report/memory_map_svg.h"
#include "traces/network_loader.h"

namespace spillway::cli {

std::vector<std::string> read_planners(const std::vector<std::string>& names) {
  std::vector<std::string> chosen = names;
  if (names == std::vector<std::string>{"all"}) {
    chosen.clear();
    for (const PlannerEntry& planner : planners()) chosen.push_back(planner.name);
  }
  for (const std::string& planner : chosen) find_planner(planner);
  return chosen;
}

namespace {

// Of all planners, those that can have a say; of named ones, every one, or it is a mistake.
std::vector<std::string> applicable(const std::vector<std::string>& names, const Network& network,
                                    const DesignPoint& point) {
  const Target target = resolve_target(point);
  std::vector<std::string> kept;
  std::string obstacle;
  for (const std::string& name : names) {
    DesignPoint with = point;
    with.planner = name;
    const std::string reason = obstacle_of(find_point_option("planner"), {with, target, network});
    if (reason.empty()) kept.push_back(name);
    if (!reason.empty() && obstacle.empty()) obstacle = reason;
  }
  if (kept.empty()) throw UserError(ExitCode::usage, obstacle);
  return kept;
}

void write_pictures(Pictures& pictures, const PlannerComparison& comparison) {
  if (pictures.wants("pareto")) pictures.write("pareto", trade_svg(trade_chart(comparison)));
  if (!pictures.wants("memory-map")) return;
  for (const PlannerScore& score : comparison.scores) {
    if (!score.failure.empty()) continue;
    const MemoryMap map = make_memory_map(score.plan, comparison.lowered);
    for (std::size_t m = 0; m < map.memories.size(); ++m) {
      const auto memory = static_cast<MemoryIndex>(m);
      if (blocks_in(map, memory).empty()) continue;
      pictures.write("memory-map-" + score.planner + "-" + map.memories[m].name,
                     memory_map_svg(map, memory));
    }
  }
}

}  // namespace

ExitCode rank_planners(const Arguments& arguments, const Console& console) {
  Pictures pictures(arguments, {"memory-map", "pareto"});
  const std::string listed = arguments.text("planner", "all");
  std::vector<std::string> names = read_planners(split(listed, ','));
  const Network network = load_network(arguments.positional()[0]);
  const DesignPoint point = read_point(arguments, {"planner"});
  if (listed == "all") names = applicable(names, network, point);
  const PlannerComparison comparison = compare_planners(network, point, names);
  console.out << planner_ranking(comparison);
  if (arguments.has("json")) {
    write_document(arguments, console, comparison_document(network, point, comparison));
  }
  if (arguments.has("report")) {
    const std::string title = "Planners for " + network.name + " on " + comparison.target;
    write_file(arguments.text("report"),
               html_report(ReportPage::compare, title,
                           compare_json(network, point, comparison, arguments.command_line())));
  }
  write_pictures(pictures, comparison);
  return ExitCode::ok;
}

}  // namespace spillway::cli
