// SPDX-License-Identifier: Apache-2.0
#include "traces/csv/invoke_table.h"

#include <numeric>

#include <fmt/format.h>

#include "traces/csv/csv_reader.h"

namespace spillway {
namespace {

constexpr std::int64_t largest_count = std::int64_t{1} << 40;

std::int64_t sum_of_ticks(const LoggedInvokeTable& table) {
  return std::accumulate(
      table.rows.begin(), table.rows.end(), std::int64_t{0},
      [](std::int64_t sum, const LoggedInvokeRow& row) { return sum + row.ticks; });
}

}  // namespace

std::vector<LoggedInvokeTable> parse_invoke_tables(const std::string& text,
                                                   const std::string& source) {
  CsvReader csv(text, source);
  const CsvReader::Column name = csv.require_column({"table"});
  const CsvReader::Column op = csv.require_column({"op", "operator"});
  const CsvReader::Column count = csv.require_column({"count"});
  const CsvReader::Column ticks = csv.require_column({"ticks"});
  const CsvReader::Column ms = csv.require_column({"ms"});
  csv.reject_unknown_columns();

  std::vector<LoggedInvokeTable> tables;
  bool open = false;
  while (csv.next_row()) {
    if (!open) {
      tables.emplace_back();
      tables.back().name = csv.cell(name);
      open = true;
    }
    LoggedInvokeTable& table = tables.back();
    if (csv.cell(name) != table.name) {
      csv.reject(name, fmt::format("the table '{}' above has no row 'total'", table.name));
    }
    const std::int64_t row_ticks = csv.integer(ticks, 0, largest_count);
    if (csv.cell(op) != "total") {
      table.rows.push_back(
          {csv.cell(op), csv.integer(count, 0, largest_count), row_ticks, csv.number(ms)});
      continue;
    }
    table.total_ticks = row_ticks;
    table.total_ms = csv.number(ms);
    if (sum_of_ticks(table) != row_ticks) {
      csv.reject(ticks,
                 fmt::format("the rows of '{}' add up to {}", table.name, sum_of_ticks(table)));
    }
    open = false;
  }
  if (open) csv.reject_row(fmt::format("the table '{}' has no row 'total'", tables.back().name));
  return tables;
}

}  // namespace spillway
