// SPDX-License-Identifier: Apache-2.0
#include "report/operator_table.h"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "base/terminal_text.h"
#include "base/text.h"

namespace spillway {
namespace {

struct Row {
  std::string name;
  std::int64_t count = 0;
  Cycles cycles = 0;
};

std::vector<Row> rows_of(const Timing& timing, GroupBy group) {
  std::vector<Row> rows;
  for (const OperatorTiming& op : timing.operators) {
    auto row = rows.end();
    if (group == GroupBy::kind) {
      row = std::find_if(rows.begin(), rows.end(), [&](const Row& r) { return r.name == op.type; });
    }
    if (row == rows.end()) {
      rows.push_back({group == GroupBy::kind ? op.type : op.name, 0, 0});
      row = rows.end() - 1;
    }
    ++row->count;
    row->cycles += op.total();
  }
  return rows;
}

}  // namespace

Cycles in_unit(Cycles cycles, const ClockDomain& clock, const TimeUnit& unit) {
  if (unit.clock.khz == clock.khz) return cycles;
  return (2 * cycles * unit.clock.khz + clock.khz) / (2 * clock.khz);
}

double milliseconds(Cycles cycles, const ClockDomain& clock) {
  return static_cast<double>(cycles) / static_cast<double>(clock.khz);
}

PrintedTable operator_table(const Timing& timing, GroupBy group, const TimeUnit& unit) {
  const bool numbered = group == GroupBy::op;
  PrintedTable table{"operators", ""};
  table.columns = {
      number_column(numbered ? "number" : "count").shown_as(numbered ? "#" : "count").at_least(5),
      text_column("operator").shortened_if_narrow(), number_column(unit.name).at_least(12),
      number_column("time ms").shown_as("time").at_least(13).with_unit(" ms")};
  const auto add = [&](const std::string& first, const std::string& name, Cycles units,
                       Cycles cycles) {
    table.add({first, name, with_thousands(units),
               fmt::format("{:.3f}", milliseconds(cycles, timing.clock))});
  };
  Cycles before = 0;
  std::int64_t number = 0;
  for (const Row& row : rows_of(timing, group)) {
    // Rounds cumulative times instead of the times of single rows, so that the rows add up to the
    // total.
    const Cycles units =
        in_unit(before + row.cycles, timing.clock, unit) - in_unit(before, timing.clock, unit);
    before += row.cycles;
    add(std::to_string(numbered ? number++ : row.count), row.name, units, row.cycles);
  }
  add("", "total", in_unit(timing.total, timing.clock, unit), timing.total);
  return table;
}

}  // namespace spillway
