// SPDX-License-Identifier: Apache-2.0
#include "experiments/summary/diff_tables.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include <fmt/format.h>

#include "base/diagnostics.h"
#include "base/text.h"
#include "experiments/rows/sweep_columns.h"
#include "traces/csv/csv_reader.h"

namespace spillway {
namespace {

using RowCells = std::map<std::string, std::string>;  // cells of a row, by name of the column

/// What the rows of a CSV are: operators (`run --per-op`) or points (`sweep`).
enum class TableKind { operators, sweep };

struct Table {
  TableKind kind = TableKind::operators;
  std::vector<std::string> columns;
  std::vector<std::string> keys;         // key of each row, in the order of the file
  std::map<std::string, RowCells> rows;  // the cells of each row; the key is one of `keys`
};

const char* text_of(TableKind kind) {
  return kind == TableKind::sweep ? "the CSV of a sweep" : "a per-operator CSV";
}

TableKind kind_of(const std::vector<std::string>& header, const std::string& name) {
  const auto has = [&](const char* column) {
    return std::find(header.begin(), header.end(), column) != header.end();
  };
  if (has("network_hash") && has("status")) return TableKind::sweep;
  if (has("operator") && has("total_cycles")) return TableKind::operators;
  throw input_error({name, 1, 1}, "neither a per-operator CSV nor the CSV of a sweep");
}

std::vector<std::string> key_columns(TableKind kind) {
  if (kind == TableKind::operators) return {"name", "type"};
  std::vector<std::string> columns = split(sweep_identity_columns, ',');
  columns.erase(std::remove_if(columns.begin(), columns.end(),
                               [](const std::string& column) {
                                 return column == "network_hash" || column == "target_hash";
                               }),
                columns.end());
  return columns;
}

std::string key_of(const RowCells& cells, const std::vector<std::string>& columns) {
  std::string key;
  for (const std::string& column : columns) {
    const auto cell = cells.find(column);
    if (cell == cells.end() || cell->second.empty()) continue;
    key += (key.empty() ? "" : " ") + cell->second;
  }
  return key;
}

Table read_table(const TableFile& file) {
  CsvReader reader(file.text, file.name);
  Table table;
  table.columns = reader.header();
  table.kind = kind_of(table.columns, file.name);
  const std::vector<std::string> columns = key_columns(table.kind);
  std::map<std::string, int> times_seen;
  while (reader.next_row()) {
    RowCells cells;
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
      cells[table.columns[i]] = reader.cell(i);
    }
    std::string key = key_of(cells, columns);
    if (const int times = ++times_seen[key]; times > 1) key += fmt::format(" #{}", times);
    table.keys.push_back(key);
    table.rows.emplace(std::move(key), std::move(cells));
  }
  return table;
}

// Returns the relative change (b - a) / |a|. Returns infinity if `a` is 0, or if `a` or `b` is not
// a number.
double change(const std::string& a, const std::string& b) {
  const std::optional<double> before = parse_number(a);
  const std::optional<double> after = parse_number(b);
  if (!before || !after || *before == 0) return std::numeric_limits<double>::infinity();
  return (*after - *before) / std::abs(*before);
}

class Comparison {
 public:
  Comparison(const TableFile& a, const TableFile& b, double tolerance)
      : a_(read_table(a)), b_(read_table(b)), names_{a.name, b.name}, tolerance_(tolerance) {
    if (a_.kind == b_.kind) return;
    throw input_error({b.name, 1, 1}, "this is {}, but {} is {}", text_of(b_.kind), a.name,
                      text_of(a_.kind));
  }

  TableDiff run() {
    diff_.names = {names_[0], names_[1]};
    name_lone_columns(a_, b_, names_[0]);
    name_lone_columns(b_, a_, names_[1]);
    for (const std::string& key : a_.keys) {
      const auto other = b_.rows.find(key);
      if (other == b_.rows.end()) {
        add_lone_row(key, diff_.only_in_a);
      } else {
        compare_rows(key, a_.rows.at(key), other->second);
      }
    }
    for (const std::string& key : b_.keys) {
      if (a_.rows.count(key) == 0) add_lone_row(key, diff_.only_in_b);
    }
    return diff_;
  }

 private:
  void name_lone_columns(const Table& table, const Table& other, const std::string& name) {
    for (const std::string& column : table.columns) {
      if (std::find(other.columns.begin(), other.columns.end(), column) == other.columns.end()) {
        diff_.lone_columns.push_back(fmt::format("column {} is only in {}", column, name));
      }
    }
  }

  void add_lone_row(const std::string& key, std::vector<std::string>& rows) {
    rows.push_back(key);
    ++diff_.moved;
  }

  void compare_rows(const std::string& key, const RowCells& a, const RowCells& b) {
    static const std::set<std::string> derived = {"operator",     "start_cycles", "end_cycles",
                                                  "network_hash", "target_hash",  "pareto",
                                                  "row_check"};
    for (const std::string& column : a_.columns) {
      const auto other = b.find(column);
      const std::string& before = a.at(column);
      if (other == b.end() || other->second == before || derived.count(column) > 0) continue;
      const double share = change(before, other->second);
      if (std::abs(share) <= tolerance_) {
        ++diff_.within;
        diff_.most_within = std::max(diff_.most_within, std::abs(share));
        continue;
      }
      diff_.cells.push_back({key, column, before, other->second,
                             std::isfinite(share) ? std::optional<double>(share) : std::nullopt});
      ++diff_.moved;
    }
  }

  Table a_, b_;
  std::string names_[2];
  double tolerance_;
  TableDiff diff_;
};

PrintedTable moved_table(const TableDiff& diff) {
  PrintedTable table{"moved", ""};
  table.columns = {text_column("row").shortened_if_narrow(), text_column("column").at_most(24),
                   right_column("before").at_most(16), right_column("after").at_most(16),
                   number_column("change %").shown_as("change")};
  for (const MovedCell& cell : diff.cells) {
    table.add({cell.row, cell.column, cell.before, cell.after,
               cell.change ? signed_percent(*cell.change) : ""});
  }
  return table;
}

PrintedTable lone_rows(const TableDiff& diff) {
  PrintedTable table{"rows", ""};
  table.columns = {text_column("row").with_unit(":"), text_column("file").gap_before(1)};
  table.has_head = false;
  for (const std::string& row : diff.only_in_a) table.add({row, "only in " + diff.names[0]});
  for (const std::string& row : diff.only_in_b) table.add({row, "only in " + diff.names[1]});
  return table;
}

}  // namespace

Printout diff_printout(const TableDiff& diff) {
  Printout printout;
  for (const std::string& line : diff.lone_columns) printout << line + "\n";
  printout << moved_table(diff) << lone_rows(diff);
  if (diff.within > 0) {
    printout << fmt::format("{} figures moved within the tolerance, the most by {:.2f} %\n",
                            diff.within, diff.most_within * 100);
  }
  return printout;
}

TableDiff diff_tables(const TableFile& a, const TableFile& b, double tolerance) {
  return Comparison(a, b, tolerance).run();
}

}  // namespace spillway
