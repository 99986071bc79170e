// SPDX-License-Identifier: Apache-2.0
#include "report/invoke_table.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

namespace spillway {
namespace {

std::int64_t to_ticks(Cycles cycles, Kilohertz clock, Kilohertz tick) {
  return (2 * cycles * tick + clock) / (2 * clock);
}

double to_milliseconds(std::int64_t ticks, Kilohertz tick) {
  return static_cast<double>(ticks) / static_cast<double>(tick);
}

}  // namespace

const InvokeRow* InvokeTable::row(const std::string& op) const {
  const auto found =
      std::find_if(rows.begin(), rows.end(), [&](const InvokeRow& row) { return row.op == op; });
  return found == rows.end() ? nullptr : &*found;
}

InvokeTable invoke_table(const Timing& timing, Kilohertz tick_khz,
                         const std::vector<std::string>& order) {
  std::vector<std::string> kinds = order;
  std::map<std::string, InvokeRow> sums;
  for (const OperatorTiming& op : timing.operators) {
    if (std::find(kinds.begin(), kinds.end(), op.type) == kinds.end()) {
      kinds.push_back(op.type);
    }
    InvokeRow& sum = sums[op.type];
    sum.op = op.type;
    ++sum.count;
    sum.ticks += op.total();  // cycles at first, converted to ticks by the loop below
  }
  InvokeTable table;
  table.tick_khz = tick_khz;
  table.total = to_ticks(timing.total, timing.clock.khz, tick_khz);
  Cycles before = 0;
  for (const std::string& kind : kinds) {
    const auto sum = sums.find(kind);
    if (sum == sums.end()) {
      continue;
    }
    // Rounds cumulative times instead of the times of single rows, so that the rows add up to the
    // total.
    const Cycles after = before + sum->second.ticks;
    table.rows.push_back(sum->second);
    table.rows.back().ticks =
        to_ticks(after, timing.clock.khz, tick_khz) - to_ticks(before, timing.clock.khz, tick_khz);
    before = after;
  }
  return table;
}

std::string invoke_text(const InvokeTable& table) {
  std::string text = "Cumulative times for invoke()...\n";
  for (const InvokeRow& row : table.rows) {
    text += fmt::format("{:<5} {:<32} {:<12} {:.2f}ms\n", row.count, row.op, row.ticks,
                        to_milliseconds(row.ticks, table.tick_khz));
  }
  text += fmt::format("\nTotal time for invoke() - {:<10} {:.2f}ms\n", table.total,
                      to_milliseconds(table.total, table.tick_khz));
  return text;
}

}  // namespace spillway
