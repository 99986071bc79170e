// SPDX-License-Identifier: Apache-2.0
#include "experiments/rows/sweep_trades.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <map>

#include "base/text.h"
#include "experiments/point/options_cell.h"
#include "experiments/rows/group_names.h"
#include "experiments/rows/sweep_rows.h"

namespace spillway {

namespace {

constexpr std::uint32_t in_no_group = std::numeric_limits<std::uint32_t>::max();

// Returns the name of the chart series to which a row belongs: the planner of the row, followed by
// the options of the row for which competes() is true (options that the user is free to choose).
std::string series_of(const SweepRows& rows, const SweepRow& row, std::size_t planner) {
  static const std::size_t options = identity_index("options");
  if (row.identity[options] == row.task_options) return rows.cell(row, planner);
  return rows.cell(row, planner) + " " + cell_of_options(rows.cell(row, options), true);
}

// Adds the points of `rows` to their groups. `numbers` has the group of each row. The points of
// each group are counted first, so that memory for millions of points can be reserved at once.
void add_points(std::vector<TradeGroup>& groups, const std::vector<std::uint32_t>& numbers,
                const SweepRows& rows) {
  const std::size_t planner = identity_index("planner");
  std::vector<std::size_t> counts(groups.size(), 0);
  for (const std::uint32_t number : numbers) {
    if (number != in_no_group) ++counts[number];
  }
  for (std::size_t g = 0; g < groups.size(); ++g) {
    groups[g].rows.reserve(counts[g]);
    groups[g].points.reserve(counts[g]);
  }
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (numbers[i] == in_no_group) continue;
    const SweepRow& row = rows[i];
    groups[numbers[i]].rows.push_back(i);
    groups[numbers[i]].points.push_back(
        {row.fast_bytes, *row.latency_us, series_of(rows, row, planner)});
  }
}

// Whether the row has a latency and a fastest memory, and so belongs to a TradeGroup.
bool belongs_to_group(const SweepRow& row) { return row.latency_us && !row.fast_memory->empty(); }

// Returns the cells that decide to which TradeGroup a row belongs. These cells are equal in all
// rows of a group; rows of different groups differ in at least one of these cells.
IdentityKey trade_identity(const SweepRow& row) {
  static const std::vector<std::size_t> traded = {identity_index("planner"),
                                                  identity_index("allocator")};
  static const std::size_t options = identity_index("options");
  IdentityKey key = identity_besides(row, traded);
  key[options] = row.task_options;
  return key;
}

}  // namespace

std::vector<TradeGroup> trade_groups(const SweepRows& rows) {
  std::vector<TradeGroup> groups;
  // identities[g] is the identity that all rows of groups[g] share.
  std::vector<IdentityKey> identities;
  std::map<IdentityKey, std::uint32_t> known;
  // For each row, the index of its group.
  std::vector<std::uint32_t> numbers(rows.size(), in_no_group);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (!belongs_to_group(rows[i])) continue;
    const IdentityKey identity = trade_identity(rows[i]);
    const auto [entry, added] =
        known.try_emplace(identity, static_cast<std::uint32_t>(groups.size()));
    if (added) {
      groups.emplace_back();
      groups.back().memory = *rows[i].fast_memory;
      identities.push_back(identity);
    }
    numbers[i] = entry->second;
  }
  add_points(groups, numbers, rows);
  const std::vector<std::string> names = group_names(rows, identities);
  for (std::size_t g = 0; g < groups.size(); ++g) {
    groups[g].name = names[g];
    groups[g].front = pareto_front(groups[g].points);
  }
  return groups;
}

std::vector<TradeGroup> trade_groups(const std::string& csv, const std::string& source) {
  return trade_groups(read_sweep_rows(csv, source));
}

std::vector<std::string_view> pareto_cells(const SweepRows& rows) {
  std::vector<std::string_view> cells(rows.size());
  for (const TradeGroup& group : trade_groups(rows)) {
    for (const std::size_t row : group.rows) cells[row] = "no";
    for (const std::size_t point : group.front) cells[group.rows[point]] = "yes";
  }
  return cells;
}

std::string with_pareto_cell(std::string_view line, std::size_t row,
                             const std::vector<std::string_view>& cells) {
  std::string filled(line.substr(0, line.rfind(',') + 1));
  if (row < cells.size()) filled += cells[row];
  return filled;
}

std::string with_pareto_column(const std::string& csv, const std::string& source) {
  const std::vector<std::string_view> cells = pareto_cells(read_sweep_rows(csv, source));
  std::string text;
  bool has_header = false;
  std::size_t row = 0;
  for (std::size_t begin = 0, end = 0; begin < csv.size(); begin = end + 1) {
    end = std::min(csv.find('\n', begin), csv.size());
    const std::string_view line = std::string_view(csv).substr(begin, end - begin);
    // The reader of the CSV skips blank lines and comments, so they have no cells.
    const bool is_skipped = trim(line).empty() || line.front() == '#';
    text += is_skipped || !has_header ? std::string(line) : with_pareto_cell(line, row++, cells);
    text += '\n';
    has_header = has_header || !is_skipped;
  }
  return text;
}

}  // namespace spillway
