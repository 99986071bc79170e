// SPDX-License-Identifier: Apache-2.0
#include "experiments/summary/sweep_summary.h"

#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>

#include "base/text.h"
#include "experiments/rows/sweep_trades.h"
#include "experiments/summary/non_monotone.h"
#include "experiments/summary/rank_rows.h"
#include "hwmodels/target/processor_family.h"

namespace spillway {
namespace {

constexpr std::size_t most_tables = 24;

std::string status_line(const SweepRows& rows) {
  std::map<std::string, std::size_t> counts;
  for (const SweepRow& row : rows) ++counts[*row.status];
  std::string text =
      fmt::format("{} points", with_thousands(static_cast<std::int64_t>(rows.size())));
  for (const char* status : {"ok", "does not fit", "infeasible", "budget exhausted", "failed"}) {
    if (counts[status] > 0) text += fmt::format(", {} {}", counts[status], status);
  }
  return text + "\n";
}

std::size_t values_in(const SweepRows& rows, const std::string& column) {
  const std::size_t index = identity_index(column);
  std::set<std::uint32_t> values;
  for (const SweepRow& row : rows) values.insert(row.identity[index]);
  return values.size();
}

// Chooses which columns of the CSV become the rows and the columns of the tables. Usually each
// planner is a row and each choice of memory sizes is a column. If all points of the sweep have the
// same planner or the same memories, the column of the CSV with the most different values is used
// instead. If the user has chosen other columns, returns `choice` unchanged.
PivotChoice axes_of(const SweepRows& rows, PivotChoice choice) {
  const PivotChoice usual;
  if (choice.rows != usual.rows || choice.columns != usual.columns) return choice;
  const auto most_varied = [&](const std::string& besides) {
    std::string most;
    std::size_t count = 1;
    for (const char* column : {"memories", "planner", "options", "parts", "threads", "memory_mode",
                               "system_config", "target", "allocator", "weight_ratio"}) {
      const std::size_t values = values_in(rows, column);
      if (values <= count || column == besides) continue;
      most = column;
      count = values;
    }
    return most;
  };
  if (values_in(rows, choice.columns) < 2) {
    const std::string other = most_varied(choice.rows);
    if (!other.empty()) choice.columns = other;
  }
  if (values_in(rows, choice.rows) < 2) {
    const std::string other = most_varied(choice.columns);
    if (!other.empty()) choice.rows = other;
  }
  return choice;
}

// Returns, for each group of points, the row at the knee of the group's Pareto front. The knee is
// the point of the front with the best compromise of memory and latency. The tables must show these
// rows.
std::set<const SweepRow*> knees_among(const SweepRows& rows) {
  std::set<const SweepRow*> knees;
  for (const TradeGroup& group : trade_groups(rows)) {
    if (const auto knee = find_knee(group.points, group.front)) {
      knees.insert(&rows[group.rows[*knee]]);
    }
  }
  return knees;
}

Printout tables_printout(const std::vector<PivotTable>& tables, const PivotChoice& axes,
                         const std::set<const SweepRow*>& kept, std::size_t width) {
  const std::size_t most = width == unlimited_output ? tables.size() : most_tables;
  Printout printout;
  for (std::size_t i = 0; i < std::min(tables.size(), most); ++i) {
    printout << "\n" << pivot_printout(tables[i], axes, kept, width);
  }
  if (tables.size() > most) {
    printout << fmt::format("\nand {} more tables\n", tables.size() - most);
  }
  return printout << marks_text(tables);
}

Printout latencies(const SweepRows& rows, const SummaryChoice& choice, std::size_t width) {
  const PivotChoice axes = axes_of(rows, choice.tables);
  const std::vector<PivotTable> tables = pivot_tables(rows, axes);
  Printout printout = tables_printout(tables, axes, knees_among(rows), width);
  if (choice.standings) printout << standings_table(tables);
  if (choice.order) printout << "\n" + order_text(tables);
  return printout;
}

// Returns a line, broken between words so that it fits the width. The resulting lines are indented.
std::string folded(const std::string& line) {
  constexpr std::size_t width = 80;
  std::string text, current = " ";
  for (const std::string& word : split(line, ' ')) {
    if (current.size() + 1 + word.size() > width) {
      text += current + "\n";
      current = "   ";
    }
    current += " " + word;
  }
  return text + current + "\n";
}

// Returns lines that describe the knee of the Pareto front of each group of points: the size above
// which more memory saves little time. Leaves out groups with a single size of the fastest memory.
std::string knees_text(const SweepRows& rows) {
  std::string text;
  for (const TradeGroup& group : trade_groups(rows)) {
    std::set<Bytes> sizes;
    for (const ParetoPoint& point : group.points) sizes.insert(point.fast_bytes);
    if (sizes.size() < 2) continue;
    text += group.name + "\n" + folded(knee_text(group.points, group.front));
  }
  return text.empty() ? text : "\n" + text;
}

std::string compilers_text(const SweepTable& table) {
  std::string text;
  for (const Network& network : table.spec().networks) {
    const std::string compiler = compiler_of(network);
    if (!compiler.empty()) text += fmt::format("{} was compiled by {}\n", network.name, compiler);
  }
  return text;
}

}  // namespace

Printout sweep_summary(const SweepRows& rows, const SummaryChoice& choice, SweepTable* table,
                       std::size_t width) {
  Printout printout;
  printout << choice.head + (table == nullptr ? "" : compilers_text(*table)) + status_line(rows)
           << latencies(rows, choice, width) << knees_text(rows);
  const std::string slower = choice.slower_steps ? slower_steps_text(rows, table) : "";
  return printout << (slower.empty() ? "" : "\n" + slower);
}

}  // namespace spillway
