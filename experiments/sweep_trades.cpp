// SPDX-License-Identifier: Apache-2.0
#include "experiments/sweep_trades.h"

#include <map>

#include "experiments/group_names.h"
#include "experiments/pareto_column.h"
#include "experiments/sweep_rows.h"

namespace spillway {

bool trades(const SweepRow& row) { return row.latency_us && !row.fast_memory.empty(); }

std::vector<std::string> trade_identity(const SweepRow& row) {
  static const std::vector<std::size_t> traded = {identity_index("planner"),
                                                  identity_index("allocator")};
  return identity_besides(row, traded);
}

std::vector<TradeGroup> trade_groups(const std::string& csv, const std::string& source) {
  const std::size_t planner = identity_index("planner");
  std::vector<TradeGroup> groups;
  std::vector<std::vector<std::string>> identities;  // parallel to groups
  std::map<std::vector<std::string>, std::size_t> numbers;
  const std::vector<SweepRow> rows = read_sweep_rows(csv, source);
  for (std::size_t row = 0; row < rows.size(); ++row) {
    if (!trades(rows[row])) continue;
    std::vector<std::string> identity = trade_identity(rows[row]);
    const auto [entry, added] = numbers.try_emplace(identity, groups.size());
    if (added) {
      groups.emplace_back();
      groups.back().memory = rows[row].fast_memory;
      identities.push_back(std::move(identity));
    }
    TradeGroup& group = groups[entry->second];
    group.rows.push_back(row);
    group.points.push_back(
        {rows[row].fast_bytes, *rows[row].latency_us, rows[row].identity[planner]});
  }
  const std::vector<std::string> names = group_names(identities);
  for (std::size_t g = 0; g < groups.size(); ++g) {
    groups[g].name = names[g];
    groups[g].front = pareto_front(groups[g].points);
  }
  return groups;
}

std::string with_pareto_column(const std::string& csv, const std::string& source) {
  ParetoColumn column;
  column.add(read_sweep_rows(csv, source));
  column.finish();
  const std::size_t header_end = csv.find('\n') + 1;
  std::string text = csv.substr(0, header_end);
  std::size_t row = 0;
  for (std::size_t begin = header_end; begin < csv.size(); ++row) {
    const std::size_t end = csv.find('\n', begin);
    text += column.fill_in(std::string_view(csv).substr(begin, end - begin), row) + "\n";
    begin = end + 1;
  }
  return text;
}

}  // namespace spillway
