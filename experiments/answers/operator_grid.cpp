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

// Name, and number of earlier operators with it.
using OperatorKey = std::pair<std::string, std::size_t>;

std::vector<OperatorKey> keys_of(const std::vector<GridRow>& operators) {
  std::map<std::string, std::size_t> seen;
  std::vector<OperatorKey> keys;
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

// Whether the times of a row differ; if not, none is marked as the fastest.
bool differs(const std::vector<std::optional<double>>& times) {
  return std::any_of(times.begin(), times.end(),
                     [&](const auto& time) { return time != times.front(); });
}

struct GridBlock {
  std::size_t first = 0, last = 0;  // columns
  std::size_t name_width = 0, cell_width = 0;
};

std::string line_of(const std::string& name, const std::vector<std::optional<double>>& times,
                    const GridBlock& block) {
  const std::optional<double> best = differs(times) ? least(times) : std::nullopt;
  std::string line = fmt::format("{:<{}}", elided(name, block.name_width - 1), block.name_width);
  for (std::size_t c = block.first; c < block.last; ++c) {
    const std::string cell = times[c] ? fmt::format("{:.1f}", *times[c]) : "";
    const bool marked = best && times[c] == best;
    line += fmt::format("{:>{}}{}", cell, block.cell_width - 1, marked ? "*" : " ");
  }
  line.erase(line.find_last_not_of(' ') + 1);
  return line + "\n";
}

std::string block_text(const OperatorGrid& grid, const GridBlock& block) {
  std::string head = fmt::format("{:<{}}", "us", block.name_width);
  for (std::size_t c = block.first; c < block.last; ++c) {
    head +=
        fmt::format("{:>{}} ", elided(grid.columns[c], block.cell_width - 2), block.cell_width - 1);
  }
  head.erase(head.find_last_not_of(' ') + 1);
  std::string text = head + "\n";
  for (const GridRow& row : grid.rows) text += line_of(row.name, row.us, block);
  return text + line_of("total", totals_of(grid), block);
}

}  // namespace

std::vector<GridRow> operator_times(const Timing& timing) {
  constexpr double ps_per_us = 1e6;
  std::vector<GridRow> rows;
  for (const OperatorTiming& op : timing.operators) {
    // The ends of operators are rounded, so that the times add up to the rounded total.
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

std::string grid_text(const OperatorGrid& grid, std::size_t width) {
  constexpr std::size_t widest_name = 30, narrowest_cell = 10, widest_cell = 18;
  std::size_t name_width = std::string("total").size(), cell_width = narrowest_cell;
  for (const GridRow& row : grid.rows) name_width = std::max(name_width, row.name.size());
  for (const std::string& label : grid.columns) {
    cell_width = std::max(cell_width, label.size() + 2);
  }
  name_width = std::min(name_width, widest_name) + 1;
  cell_width = std::min(cell_width, widest_cell);
  const std::size_t room = std::max<std::size_t>(1, (width - name_width) / cell_width);
  std::string text = grid.title + "\n";
  bool marked = false;
  for (std::size_t first = 0; first < grid.columns.size(); first += room) {
    const std::size_t last = std::min(grid.columns.size(), first + room);
    text += (first > 0 ? "\n" : "") + block_text(grid, {first, last, name_width, cell_width});
  }
  for (const GridRow& row : grid.rows) marked = marked || differs(row.us);
  if (marked) text += "* fastest of its row\n";
  for (const std::string& line : grid.left_out) text += "left out: " + line + "\n";
  return text;
}

DocumentTable grid_table(const OperatorGrid& grid) {
  DocumentTable table;
  table.header = {"operator", "type"};
  for (const std::string& label : grid.columns) table.header.push_back(label + " us");
  const auto add = [&](const GridRow& row) {
    std::vector<std::string> cells = {row.name, row.type};
    for (const std::optional<double>& time : row.us) {
      cells.push_back(time ? fmt::format("{:.3f}", *time) : "");
    }
    table.rows.push_back(std::move(cells));
  };
  for (const GridRow& row : grid.rows) add(row);
  add({"total", "", totals_of(grid)});
  return table;
}

}  // namespace spillway
