// SPDX-License-Identifier: Apache-2.0
#include "cli/rank_planners.h"

#include <ostream>

#include "base/files.h"
#include "base/text.h"
#include "cli/point_options.h"
#include "experiments/compare_json.h"
#include "experiments/compare_planners.h"
#include "report/html_report.h"
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

ExitCode rank_planners(const Arguments& arguments, const Console& console) {
  const std::vector<std::string> names =
      read_planners(split(arguments.text("planner", "all"), ','));
  const Network network = load_network(arguments.positional()[0]);
  const DesignPoint point = read_point(arguments, "");
  const PlannerComparison comparison = compare_planners(network, point, names);
  console.out << planner_ranking(comparison);
  if (arguments.has("report")) {
    const std::string title = "Planners for " + network.name + " on " + comparison.target;
    write_file(arguments.text("report"),
               html_report(ReportPage::compare, title,
                           compare_json(network, point, comparison, arguments.command_line())));
  }
  return ExitCode::ok;
}

}  // namespace spillway::cli
