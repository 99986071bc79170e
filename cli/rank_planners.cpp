// SPDX-License-Identifier: Apache-2.0
#include "cli/rank_planners.h"

#include <ostream>

#include "base/text.h"
#include "cli/point_options.h"
#include "experiments/compare_planners.h"
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
  const PlannerComparison comparison = compare_planners(network, read_point(arguments, ""), names);
  console.out << planner_ranking(comparison);
  return ExitCode::ok;
}

}  // namespace spillway::cli
