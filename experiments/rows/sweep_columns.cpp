// SPDX-License-Identifier: Apache-2.0
#include "experiments/rows/sweep_columns.h"

#include <algorithm>
#include <array>

#include "base/text.h"

namespace spillway {

const std::string_view sweep_identity_columns =
    "network,network_hash,target,target_hash,system_config,memory_mode,memories,parts,planner,"
    "allocator,threads,weight_ratio,options";

std::vector<std::string_view> raw_cells(std::string_view line) {
  std::vector<std::string_view> cells;
  bool quoted = false;
  std::size_t begin = 0;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '"') quoted = !quoted;
    if (line[i] != ',' || quoted) continue;
    cells.push_back(line.substr(begin, i - begin));
    begin = i + 1;
  }
  cells.push_back(line.substr(begin));
  return cells;
}

std::string_view identity_of_row(std::string_view row) {
  static const std::size_t count = raw_cells(sweep_identity_columns).size();
  const std::vector<std::string_view> cells = raw_cells(row);
  if (cells.size() <= count) return {};
  return row.substr(0, static_cast<std::size_t>(cells[count].data() - row.data()) - 1);
}

bool is_figure_column(std::string_view column) {
  constexpr std::array<std::string_view, 5> units = {"_bytes", "_cycles", "_us", "_uj", "_per_s"};
  return std::any_of(units.begin(), units.end(),
                     [&](std::string_view unit) { return ends_with(column, unit); });
}

std::string_view status_of_row(std::string_view row) {
  const std::size_t start = identity_of_row(row).size() + 1;
  return row.substr(start, row.find(',', start) - start);
}

}  // namespace spillway
