// SPDX-License-Identifier: Apache-2.0
#include "experiments/answers/operator_grid.h"

#include <algorithm>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "base/text.h"
#include "report/operator_table.h"

namespace spillway {
namespace {

// An operator's name, and how many earlier operators of the run have the same name. This pair
// identifies the operator in all runs.
using OperatorKey = std::pair<std::string, std::size_t>;

std::vector<OperatorKey> keys_of(const std::vector<GridRow>& operators) {
  std::map<std::string, std::size_t> seen;
  std::vector<OperatorKey> keys;
  keys.reserve(operators.size());
  for (const GridRow& op : operators) keys.emplace_back(op.name, seen[op.name]++);
  return keys;
}

std::vector<std::optional<double>> totals_of(const OperatorGrid& grid) {
  std::vector<std::optional<double>> totals(grid.columns.size(), 0.0);
  for (const GridRow& row : grid.rows) {
    for (std::size_t c = 0; c < totals.size(); ++c) *totals[c] += row.us[c].value_or(0);
  }
  return totals;
}

std::optional<double> least(const std::vector<std::optional<double>>& times) {
  std::optional<double> found;
  for (const std::optional<double>& time : times) {
    if (time && (!found || *time < *found)) found = time;
  }
  return found;
}

// Whether the times in a row differ. The fastest time of a row is marked only if the times differ.
bool differs(const std::vector<std::optional<double>>& times) {
  return std::any_of(times.begin(), times.end(),
                     [&](const auto& time) { return time != times.front(); });
}

}  // namespace

std::vector<GridRow> operator_times(const Timing& timing) {
  constexpr double ps_per_us = 1e6;
  std::vector<GridRow> rows;
  for (const OperatorTiming& op : timing.operators) {
    // Start and end are rounded before the subtraction, so that the times of the operators add up
    // to the rounded total.
    const auto end = static_cast<double>(timing.clock.to_time(op.end));
    const auto start = static_cast<double>(timing.clock.to_time(op.start));
    rows.push_back({op.name, op.type, {(end - start) / ps_per_us}});
  }
  return rows;
}

OperatorGrid operator_grid(const std::string& title, const std::vector<GridRun>& runs) {
  OperatorGrid grid;
  grid.title = title;
  std::map<OperatorKey, std::size_t> places;
  for (const GridRun& run : runs) {
    if (!run.failure.empty()) {
      grid.left_out.push_back(run.label + ": " + run.failure);
      continue;
    }
    const std::size_t column = grid.columns.size();
    grid.columns.push_back(run.label);
    const std::vector<OperatorKey> keys = keys_of(run.operators);
    for (std::size_t i = 0; i < keys.size(); ++i) {
      const auto [entry, added] = places.try_emplace(keys[i], grid.rows.size());
      if (added) grid.rows.push_back({run.operators[i].name, run.operators[i].type, {}});
      std::vector<std::optional<double>>& times = grid.rows[entry->second].us;
      times.resize(column + 1);
      times[column] = run.operators[i].us.front();
    }
  }
  for (GridRow& row : grid.rows) row.us.resize(grid.columns.size());
  return grid;
}

OperatorGrid comparison_grid(const PlannerComparison& comparison) {
  std::vector<GridRun> runs;
  for (const PlannerScore& score : comparison.scores) {
    GridRun run;
    run.label = score.planner;
    run.failure = score.failure;
    if (score.compiled && score.failure.empty()) {
      run.failure = "is compiled, and its operators are its compiler's";
    }
    if (run.failure.empty()) run.operators = operator_times(score.timing);
    runs.push_back(std::move(run));
  }
  return operator_grid(
      fmt::format("{} on {} ({})", comparison.network, comparison.target, comparison.mode), runs);
}

Printout grid_printout(const OperatorGrid& grid) {
  constexpr std::size_t widest_name = 30, narrowest_cell = 8, widest_cell = 16;
  PrintedTable table{"operators", grid.title};
  table.keys = {{"run", grid.title}};
  table.columns = {text_column("operator").shown_as("us").at_most(widest_name),
                   text_column("type").only_in_documents()};
  for (const std::string& label : grid.columns) {
    table.columns.push_back(number_column(label + " us")
                                .shown_as(label)
                                .at_least(narrowest_cell)
                                .at_most(widest_cell)
                                .gap_before(1));
  }
  table.fixed = 1;
  bool marked = false;
  const auto add = [&](const GridRow& row) {
    std::vector<PrintedCell> cells = {row.name, row.type};
    const std::optional<double> best = differs(row.us) ? least(row.us) : std::nullopt;
    for (const std::optional<double>& time : row.us) {
      cells.emplace_back(time ? fmt::format("{:.3f}", *time) : "", best && time == best ? "*" : "");
    }
    marked = marked || best;
    table.add(std::move(cells));
  };
  for (const GridRow& row : grid.rows) add(row);
  add({"total", "", totals_of(grid)});
  std::string notes = marked ? "* fastest of its row\n" : "";
  for (const std::string& line : grid.left_out) notes += "left out: " + line + "\n";
  return Printout() << std::move(table) << notes;
}

Printout grids_printout(const std::vector<OperatorGrid>& grids) {
  Printout printout;
  for (const OperatorGrid& grid : grids) {
    printout << (printout.blocks().empty() ? "" : "\n") << grid_printout(grid);
  }
  return printout;
}

}  // namespace spillway
