// SPDX-License-Identifier: Apache-2.0
#include "experiments/sweep_trades.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string_view>

#include <fmt/format.h>

#include "base/text.h"
#include "experiments/sweep_table.h"
#include "traces/csv_reader.h"

namespace spillway {
namespace {

constexpr std::string_view capacity_suffix = "_capacity_bytes";

bool ends_with(std::string_view text, std::string_view end) {
  return text.size() >= end.size() && text.substr(text.size() - end.size()) == end;
}

// `sram=65536 dram=1048576` without one memory.
std::string without_memory(const std::string& memories, const std::string& left_out) {
  std::string kept;
  for (const std::string& word : split(memories, ' ')) {
    if (word.empty() || word.substr(0, word.find('=')) == left_out) continue;
    kept += (kept.empty() ? "" : " ") + word;
  }
  return kept;
}

class TradeReader {
 public:
  TradeReader(const std::string& csv, const std::string& source) : reader_(csv, source) {
    for (const std::string& name : split(sweep_identity_columns, ',')) {
      const bool traded = name == "planner" || name == "allocator";
      const CsvReader::Column column = reader_.require_column({name});
      if (!traded) group_columns_.push_back(column);
    }
    for (std::size_t i = 0; i < reader_.header().size(); ++i) {
      if (ends_with(reader_.header()[i], capacity_suffix)) capacities_.push_back(i);
    }
  }

  std::vector<TradeGroup> read() {
    for (std::size_t row = 0; reader_.next_row(); ++row) read_row(row);
    name_groups();
    for (TradeGroup& group : groups_) group.front = pareto_front(group.points);
    return std::move(groups_);
  }

 private:
  using Key = std::vector<std::string>;  // cells of group_columns_

  // Memories are listed fastest first, and a row has no cells for those that its target lacks.
  std::optional<CsvReader::Column> fastest_memory() const {
    for (const CsvReader::Column column : capacities_) {
      if (!reader_.cell(column).empty()) return column;
    }
    return std::nullopt;
  }

  void read_row(std::size_t row) {
    const auto fast = fastest_memory();
    if (!fast || reader_.cell(latency_).empty()) return;
    const std::string& heading = reader_.header()[*fast];
    const std::string memory = heading.substr(0, heading.size() - capacity_suffix.size());
    Key key;
    for (const CsvReader::Column column : group_columns_) {
      const std::string& cell = reader_.cell(column);
      key.push_back(column == memories_ ? without_memory(cell, memory) : cell);
    }
    const auto [entry, added] = numbers_.try_emplace(key, groups_.size());
    if (added) {
      groups_.emplace_back();
      keys_.push_back(key);
    }
    TradeGroup& group = groups_[entry->second];
    group.rows.push_back(row);
    group.points.push_back(
        {reader_.integer(*fast), reader_.number(latency_), reader_.cell(planner_)});
  }

  bool tells_apart(std::size_t cell) const {
    return std::any_of(keys_.begin(), keys_.end(),
                       [&](const Key& key) { return key[cell] != keys_[0][cell]; });
  }

  void name_groups() {
    static const std::set<std::string> in_name = {"network", "target", "memory_mode"};
    for (std::size_t g = 0; g < groups_.size(); ++g) {
      std::map<std::string, std::string> cells;
      std::string others;
      for (std::size_t i = 0; i < group_columns_.size(); ++i) {
        const std::string& column = reader_.header()[group_columns_[i]];
        const std::string& cell = keys_[g][i];
        cells[column] = cell;
        if (in_name.count(column) > 0 || cell.empty() || !tells_apart(i)) continue;
        const bool named = ends_with(column, "hash") || cell.find('=') == std::string::npos;
        others += ", " + (named ? column + " " : "") + cell;
      }
      groups_[g].name = fmt::format("{} on {} ({}){}", cells["network"], cells["target"],
                                    cells["memory_mode"], others);
    }
  }

  CsvReader reader_;
  CsvReader::Column memories_ = reader_.require_column({"memories"});
  CsvReader::Column planner_ = reader_.require_column({"planner"});
  CsvReader::Column latency_ = reader_.require_column({"latency_us"});
  std::vector<CsvReader::Column> group_columns_, capacities_;
  std::vector<TradeGroup> groups_;
  std::vector<Key> keys_;  // parallel to groups_
  std::map<Key, std::size_t> numbers_;
};

}  // namespace

std::vector<TradeGroup> trade_groups(const std::string& csv, const std::string& source) {
  return TradeReader(csv, source).read();
}

std::string with_pareto_column(const std::string& csv, const std::string& source) {
  std::map<std::size_t, const char*> cells;
  for (const TradeGroup& group : trade_groups(csv, source)) {
    for (const std::size_t row : group.rows) cells[row] = "no";
    for (const std::size_t point : group.front) cells[group.rows[point]] = "yes";
  }
  const std::size_t header_end = csv.find('\n') + 1;
  std::string text = csv.substr(0, header_end);
  std::size_t row = 0;
  for (std::size_t begin = header_end; begin < csv.size(); ++row) {
    const std::size_t end = csv.find('\n', begin);
    const auto cell = cells.find(row);
    text += csv.substr(begin, csv.rfind(',', end) + 1 - begin);
    text += cell == cells.end() ? "" : cell->second;
    text += '\n';
    begin = end + 1;
  }
  return text;
}

}  // namespace spillway
