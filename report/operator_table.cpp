// SPDX-License-Identifier: Apache-2.0
#include "report/operator_table.h"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "base/terminal_text.h"
#include "base/text.h"

namespace spillway {
namespace {

constexpr std::size_t figure_columns = 36;  // columns for the figures of a row, without the name

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

std::string line(const std::string& count, const std::string& name, Cycles cycles, Cycles units,
                 const Timing& timing, std::size_t name_width) {
  return fmt::format("{:>5}  {:<{}} {:>13} {:>11.3f} ms\n", count, elided(name, name_width),
                     name_width, with_thousands(units), milliseconds(cycles, timing.clock));
}

}  // namespace

Cycles in_unit(Cycles cycles, const ClockDomain& clock, const TimeUnit& unit) {
  if (unit.clock.khz == clock.khz) return cycles;
  return (2 * cycles * unit.clock.khz + clock.khz) / (2 * clock.khz);
}

std::string elided(const std::string& text, std::size_t width) {
  const std::string name = name_text(text);
  if (name.size() <= width) return name;
  const std::size_t keep = (width - 3) / 2;
  return name.substr(0, keep) + "..." + name.substr(name.size() - keep);
}

double milliseconds(Cycles cycles, const ClockDomain& clock) {
  return static_cast<double>(cycles) / static_cast<double>(clock.khz);
}

std::string operator_table(const Timing& timing, GroupBy group, const TimeUnit& unit,
                           std::size_t width) {
  const std::size_t name_width = width - figure_columns;
  const bool numbered = group == GroupBy::op;
  std::string text = fmt::format("{:>5}  {:<{}} {:>13} {:>14}\n", numbered ? "#" : "count",
                                 "operator", name_width, unit.name, "time");
  Cycles before = 0;
  std::int64_t number = 0;
  for (const Row& row : rows_of(timing, group)) {
    // The ends of the rows are rounded, not their lengths, so that rows add up to the total.
    const Cycles units =
        in_unit(before + row.cycles, timing.clock, unit) - in_unit(before, timing.clock, unit);
    before += row.cycles;
    const std::int64_t first = numbered ? number++ : row.count;
    text += line(std::to_string(first), row.name, row.cycles, units, timing, name_width);
  }
  const Cycles total = in_unit(timing.total, timing.clock, unit);
  return text + line("", "total", timing.total, total, timing, name_width);
}

}  // namespace spillway
