// SPDX-License-Identifier: Apache-2.0
#include "experiments/sweep_trades.h"

#include <map>

#include "experiments/group_names.h"
#include "experiments/sweep_rows.h"

namespace spillway {

std::vector<TradeGroup> trade_groups(const std::string& csv, const std::string& source) {
  const std::vector<std::size_t> traded = {identity_index("planner"), identity_index("allocator")};
  std::vector<TradeGroup> groups;
  std::vector<std::vector<std::string>> identities;  // parallel to groups
  std::map<std::vector<std::string>, std::size_t> numbers;
  const std::vector<SweepRow> rows = read_sweep_rows(csv, source);
  for (std::size_t row = 0; row < rows.size(); ++row) {
    if (!rows[row].latency_us || rows[row].fast_memory.empty()) continue;
    std::vector<std::string> identity = identity_besides(rows[row], traded);
    const auto [entry, added] = numbers.try_emplace(identity, groups.size());
    if (added) {
      groups.emplace_back();
      groups.back().memory = rows[row].fast_memory;
      identities.push_back(std::move(identity));
    }
    TradeGroup& group = groups[entry->second];
    group.rows.push_back(row);
    group.points.push_back(
        {rows[row].fast_bytes, *rows[row].latency_us, rows[row].identity[traded[0]]});
  }
  const std::vector<std::string> names = group_names(identities);
  for (std::size_t g = 0; g < groups.size(); ++g) {
    groups[g].name = names[g];
    groups[g].front = pareto_front(groups[g].points);
  }
  return groups;
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
