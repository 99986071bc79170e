// SPDX-License-Identifier: Apache-2.0
#include "experiments/summary/sweep_grids.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/diagnostics.h"
#include "base/text.h"
#include "experiments/rows/sweep_columns.h"
#include "experiments/summary/pivot_tables.h"
#include "experiments/workers/worker_pool.h"

namespace spillway {
namespace {

using GridJson = nlohmann::json;

// Simulates a point in a worker process. Returns the times of the point's operators, or the error
// message, as JSON for the parent process.
std::string operator_times_text(SweepTable& table, std::size_t point) {
  GridJson json;
  try {
    const SweepPoint chosen = table.points()[point];
    const PointResult result =
        run_point(table.spec().networks[chosen.network], chosen.point, table.cache());
    GridJson operators = GridJson::array();
    for (const GridRow& row : operator_times(result.timing)) {
      operators.push_back({row.name, row.type, *row.us.front()});
    }
    json["operators"] = operators;
  } catch (const UserError& error) {
    json["failure"] = error.what();
  }
  return json.dump(-1, ' ', false, GridJson::error_handler_t::replace);
}

GridRun read_run(const std::string& label, const std::string& text) {
  GridRun run;
  run.label = label;
  const GridJson json = GridJson::parse(text, nullptr, false);
  if (!json.is_object()) {
    run.failure = "two workers died at this point";
    return run;
  }
  run.failure = json.value("failure", "");
  for (const GridJson& op : json.value("operators", GridJson::array())) {
    run.operators.push_back({op[0], op[1], {op[2].get<double>()}});
  }
  return run;
}

/// The points of one network.
struct PointsOfNetwork {
  std::string name;
  std::vector<std::size_t> points;
  // For each point, the cells of the CSV that identify the point.
  std::vector<std::vector<std::string>> cells;
};

// Returns the label of a point: the cells of the point's identity in which the points of its
// network differ, in their short forms.
std::string label_of(const PointsOfNetwork& group, std::size_t number) {
  static const std::vector<std::string> columns = split(sweep_identity_columns, ',');
  std::vector<std::string> words;
  for (std::size_t c = 0; c < columns.size(); ++c) {
    const bool is_shown = columns[c] != "network_hash" && columns[c] != "target_hash";
    const bool differs =
        std::any_of(group.cells.begin(), group.cells.end(),
                    [&](const auto& cells) { return cells[c] != group.cells.front()[c]; });
    if (!is_shown || !differs) continue;
    const std::string label = short_label(columns[c], group.cells[number][c]);
    if (!label.empty()) words.push_back(label);
  }
  return words.empty() ? "us" : fmt::format("{}", fmt::join(words, " "));
}

std::vector<PointsOfNetwork> points_by_network(SweepTable& table) {
  std::vector<PointsOfNetwork> groups(table.spec().networks.size());
  for (std::size_t i = 0; i < table.points().size(); ++i) {
    PointsOfNetwork& group = groups[table.points()[i].network];
    group.name = table.spec().networks[table.points()[i].network].name;
    group.points.push_back(i);
    const std::string identity = table.identity(i);
    std::vector<std::string> cells;
    for (const std::string_view cell : raw_cells(identity)) cells.emplace_back(cell);
    group.cells.push_back(std::move(cells));
  }
  return groups;
}

}  // namespace

std::vector<OperatorGrid> sweep_grids(SweepTable& table, std::size_t workers) {
  const std::vector<std::string> operator_times =
      map_in_workers(table.points().size(), workers,
                     [&](std::size_t point) { return operator_times_text(table, point); });
  std::vector<OperatorGrid> grids;
  for (const PointsOfNetwork& group : points_by_network(table)) {
    std::vector<GridRun> runs;
    for (std::size_t i = 0; i < group.points.size(); ++i) {
      runs.push_back(read_run(label_of(group, i), operator_times[group.points[i]]));
    }
    if (!runs.empty()) grids.push_back(operator_grid(group.name, runs));
  }
  return grids;
}

}  // namespace spillway
