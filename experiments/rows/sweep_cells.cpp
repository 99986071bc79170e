// SPDX-License-Identifier: Apache-2.0
#include "experiments/rows/sweep_cells.h"

#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "traces/csv/csv_reader.h"

namespace spillway {

std::vector<SweepColumn> sweep_cells(const std::string& csv, const std::string& source) {
  CsvReader reader(csv, source);
  std::vector<SweepColumn> columns;
  for (const std::string& name : reader.header()) columns.push_back({name, {}});
  while (reader.next_row()) {
    for (std::size_t c = 0; c < columns.size(); ++c) {
      columns[c].cells.push_back(text_from_cell(reader.cell(c)).value_or(reader.cell(c)));
    }
  }
  return columns;
}

const SweepColumn* find_sweep_column(const std::vector<SweepColumn>& columns,
                                     std::string_view name) {
  const auto found = std::find_if(columns.begin(), columns.end(),
                                  [&](const SweepColumn& column) { return column.name == name; });
  return found == columns.end() ? nullptr : &*found;
}

std::optional<double> number_in_cell(const std::string& cell) {
  constexpr double whole_from = 9007199254740992.0;  // 2^53
  const std::optional<double> value = parse_number(cell);
  return value && std::abs(*value) < whole_from ? value : std::nullopt;
}

}  // namespace spillway
