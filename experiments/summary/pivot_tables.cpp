// SPDX-License-Identifier: Apache-2.0
#include "experiments/summary/pivot_tables.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/text.h"
#include "experiments/rows/group_names.h"
#include "experiments/rows/sweep_columns.h"

namespace spillway {
namespace {

// Minimum width of a column in characters: that of `1234.567`.
constexpr std::size_t least_width = 8;
constexpr std::size_t widest_label = 18;  // maximum characters of a column label
constexpr std::size_t widest_row = 28;

/// Labels in the order of their first appearance, and the place of each label.
struct Labels {
  std::vector<std::string> texts;
  std::map<std::string, std::size_t> places;

  std::size_t place_of(const std::string& text) {
    const auto [entry, added] = places.try_emplace(text, texts.size());
    if (added) texts.push_back(text);
    return entry->second;
  }
};

constexpr const char* does_not_fit = "-";
constexpr const char* out_of_budget = "budget";

std::string cell_text(const SweepRow* row) {
  if (row == nullptr) return "";
  if (row->latency_us) return fmt::format("{:.3f}", *row->latency_us / 1e3);
  if (*row->status == "failed") return "failed";
  return *row->status == "budget exhausted" ? out_of_budget : does_not_fit;
}

std::optional<double> best_of(const PivotTable& table, std::size_t column) {
  std::optional<double> best;
  for (const auto& cells : table.cells) {
    const SweepRow* row = cells[column];
    if (row != nullptr && row->latency_us) {
      best = std::min(best.value_or(*row->latency_us), *row->latency_us);
    }
  }
  return best;
}

// Returns the indices of the columns that are shown if the table has space for `room` of its
// `count` columns. The indices are evenly spread and include the first and the last column.
std::vector<std::size_t> evenly_spread(std::size_t count, std::size_t room) {
  std::vector<std::size_t> chosen;
  for (std::size_t i = 0; i < std::min(count, room); ++i) {
    chosen.push_back(count <= room || room == 1 ? i : i * (count - 1) / (room - 1));
  }
  return chosen;
}

bool holds_any(const PivotTable& table, std::size_t column, const std::set<const SweepRow*>& rows) {
  return std::any_of(table.cells.begin(), table.cells.end(),
                     [&](const auto& cells) { return rows.count(cells[column]) > 0; });
}

// Returns the indices `chosen` of the shown columns, and adds the columns that have a cell in
// `kept`. An added column replaces the nearest shown column, but neither the first nor the last
// column of the table.
std::vector<std::size_t> with_required_columns(std::vector<std::size_t> chosen,
                                               const PivotTable& table,
                                               const std::set<const SweepRow*>& kept) {
  std::set<std::size_t> needed;
  for (std::size_t c = 0; c < table.column_labels.size(); ++c) {
    if (holds_any(table, c, kept)) needed.insert(c);
  }
  for (const std::size_t column : needed) {
    if (std::find(chosen.begin(), chosen.end(), column) != chosen.end()) continue;
    std::size_t* nearest = nullptr;
    for (std::size_t i = 1; i + 1 < chosen.size(); ++i) {
      const auto distance = [&](std::size_t c) { return c > column ? c - column : column - c; };
      if (needed.count(chosen[i]) > 0) continue;
      if (nearest == nullptr || distance(chosen[i]) < distance(*nearest)) nearest = &chosen[i];
    }
    if (nearest != nullptr) *nearest = column;
  }
  std::sort(chosen.begin(), chosen.end());
  return chosen;
}

std::size_t longest(const std::vector<std::string>& labels) {
  std::size_t length = 0;
  for (const std::string& label : labels) length = std::max(length, label.size());
  return length;
}

bool is_best(const PivotTable& table, std::size_t row, std::size_t column) {
  const SweepRow* const cell = table.cells[row][column];
  const bool several = table.compete && table.cells.size() > 1;
  return several && cell != nullptr && cell->latency_us &&
         cell->latency_us == best_of(table, column);
}

// Returns the indices of the columns that are shown: all columns or, if `thin_out`, as many columns
// as fit the width.
std::vector<std::size_t> shown_columns(const PivotTable& table, bool thin_out,
                                       const std::set<const SweepRow*>& kept, std::size_t width) {
  const std::size_t count = table.column_labels.size();
  const std::size_t first = std::min(longest(table.row_labels), widest_row);
  const std::size_t cell =
      std::max(std::min(longest(table.column_labels), widest_label), least_width) + 3;
  const std::size_t room = std::max<std::size_t>(1, (width - first) / cell);
  if (!thin_out || count <= room) return evenly_spread(count, count);
  return with_required_columns(evenly_spread(count, room), table, kept);
}

}  // namespace

std::string short_label(const std::string& column, const std::string& cell) {
  if (column != "memories" && column != "parts") return cell;
  std::string text;
  for (const std::string& word : split(cell, ' ')) {
    const std::string value = word.substr(word.find('=') + 1);
    const auto size = column == "memories" ? parse_size(value) : std::nullopt;
    text +=
        (text.empty() ? "" : " ") + (size ? format_size(*size) : value.substr(0, value.find(':')));
  }
  return text.empty() ? "default" : text;
}

std::vector<PivotTable> pivot_tables(const SweepRows& rows, const PivotChoice& choice) {
  const std::size_t row_cell = identity_index(choice.rows);
  const std::size_t column_cell = identity_index(choice.columns);
  std::vector<PivotTable> tables;
  // identities[i]: the identifying cells that all points of tables[i] share.
  std::vector<IdentityKey> identities;
  // labels[i]: the labels of the rows and columns of tables[i].
  std::vector<std::pair<Labels, Labels>> labels;
  std::map<IdentityKey, std::size_t> numbers;
  for (const SweepRow& row : rows) {
    IdentityKey identity = row.identity;
    identity[row_cell] = 0;
    identity[column_cell] = 0;
    // The hashes of network and target are ignored, because they would separate rows with equal
    // names of network and target.
    identity[identity_index("network_hash")] = 0;
    identity[identity_index("target_hash")] = 0;
    const auto [entry, added] = numbers.try_emplace(identity, tables.size());
    if (added) {
      tables.emplace_back();
      tables.back().compete = choice.rows != "network" && choice.rows != "target";
      identities.push_back(identity);
      labels.emplace_back();
    }
    PivotTable& table = tables[entry->second];
    auto& [of_rows, of_columns] = labels[entry->second];
    const std::size_t r = of_rows.place_of(short_label(choice.rows, rows.cell(row, row_cell)));
    const std::size_t c =
        of_columns.place_of(short_label(choice.columns, rows.cell(row, column_cell)));
    table.cells.resize(of_rows.texts.size());
    for (auto& cells : table.cells) cells.resize(of_columns.texts.size(), nullptr);
    table.cells[r][c] = &row;
  }
  const std::vector<std::string> names = group_names(rows, identities);
  for (std::size_t t = 0; t < tables.size(); ++t) {
    tables[t].title = names[t];
    tables[t].row_labels = std::move(labels[t].first.texts);
    tables[t].column_labels = std::move(labels[t].second.texts);
  }
  return tables;
}

std::string marks_text(const std::vector<PivotTable>& tables) {
  bool best = false, misfit = false, budget = false;
  for (const PivotTable& table : tables) {
    for (const auto& cells : table.cells) {
      for (const SweepRow* row : cells) {
        if (row == nullptr) continue;
        best = best || (row->latency_us && table.compete && table.cells.size() > 1);
        misfit = misfit || cell_text(row) == does_not_fit;
        budget = budget || cell_text(row) == out_of_budget;
      }
    }
  }
  std::vector<std::string> meanings;
  if (best) meanings.emplace_back("* fastest of its column");
  if (misfit) meanings.emplace_back("- does not fit");
  if (budget) meanings.emplace_back("budget: the planner found none in its time");
  return meanings.empty() ? "" : fmt::format("{}\n", fmt::join(meanings, ", "));
}

Printout pivot_printout(const PivotTable& pivot, const PivotChoice& axes,
                        const std::set<const SweepRow*>& kept, std::size_t width) {
  PrintedTable table{"latencies", pivot.title};
  if (!pivot.title.empty()) table.keys = {{"points", pivot.title}};
  table.columns = {text_column(axes.rows).shown_as("ms").at_most(widest_row)};
  table.fixed = 1;
  const std::vector<std::size_t> columns =
      shown_columns(pivot, axes.columns == "memories", kept, width);
  for (const std::size_t c : columns) {
    const std::string& label = pivot.column_labels[c];
    table.columns.push_back(
        number_column(label + " ms").shown_as(label).at_least(least_width).at_most(widest_label));
  }
  for (std::size_t r = 0; r < pivot.cells.size(); ++r) {
    std::vector<PrintedCell> row = {pivot.row_labels[r]};
    for (const std::size_t c : columns) {
      row.emplace_back(cell_text(pivot.cells[r][c]), is_best(pivot, r, c) ? "*" : "");
    }
    table.add(std::move(row));
  }
  const std::size_t count = pivot.column_labels.size();
  return Printout() << std::move(table)
                    << (columns.size() == count
                            ? ""
                            : fmt::format("({} of {} sizes)\n", columns.size(), count));
}

}  // namespace spillway
