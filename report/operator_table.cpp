// SPDX-License-Identifier: Apache-2.0
#include "report/operator_table.h"

#include <algorithm>
#include <numeric>
#include <vector>

#include <fmt/format.h>

#include "base/text.h"

namespace spillway {
namespace {

constexpr std::size_t widest_name = 44;  // leaves room for the figures within 80 columns

struct Row {
  std::string name;
  std::int64_t count = 0;
  Cycles cycles = 0;
};

std::string elided(const std::string& name) {
  if (name.size() <= widest_name) return name;
  constexpr std::size_t keep = (widest_name - 3) / 2;
  return name.substr(0, keep) + "..." + name.substr(name.size() - keep);
}

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

std::string line(const std::string& count, const std::string& name, Cycles cycles,
                 const Timing& timing, const TimeUnit& unit) {
  const Cycles units =
      unit.clock.khz == timing.clock.khz ? cycles : cycles * unit.clock.khz / timing.clock.khz;
  return fmt::format("{:>5}  {:<{}} {:>13} {:>11.2f} ms\n", count, elided(name), widest_name,
                     with_thousands(units), milliseconds(cycles, timing.clock));
}

double percent(Cycles part, Cycles whole) {
  return whole == 0 ? 0 : 100.0 * static_cast<double>(part) / static_cast<double>(whole);
}

}  // namespace

double milliseconds(Cycles cycles, const ClockDomain& clock) {
  return static_cast<double>(cycles) / static_cast<double>(clock.khz);
}

std::string operator_table(const Timing& timing, GroupBy group, const TimeUnit& unit) {
  std::string text = fmt::format("{:>5}  {:<{}} {:>13} {:>14}\n", "count", "operator", widest_name,
                                 unit.name, "time");
  for (const Row& row : rows_of(timing, group)) {
    text += line(std::to_string(row.count), row.name, row.cycles, timing, unit);
  }
  return text + line("", "total", timing.total, timing, unit);
}

std::string summary_text(const Timing& timing) {
  const auto sum = [&](auto part) {
    return std::accumulate(
        timing.operators.begin(), timing.operators.end(), Cycles{0},
        [&](Cycles total, const OperatorTiming& op) { return total + part(op); });
  };
  std::string text = fmt::format(
      "compute {:.1f} %", percent(sum([](const auto& op) { return op.compute; }), timing.total));
  for (std::size_t m = 0; m < timing.memories.size(); ++m) {
    const Cycles stall = sum([&](const auto& op) { return op.memory_stall[m]; });
    text +=
        fmt::format(", {} stall {:.1f} %", timing.memories[m].name, percent(stall, timing.total));
  }
  text += fmt::format(", DMA wait {:.1f} %, overhead {:.1f} %\n",
                      percent(sum([](const auto& op) { return op.dma_wait; }), timing.total),
                      percent(sum([](const auto& op) { return op.overhead; }), timing.total));
  for (const MemoryActivity& memory : timing.memories) {
    text += fmt::format("{:<8} peak {:>11} of {:>13} B   read {:>12} B   written {:>12} B\n",
                        memory.name, with_thousands(memory.peak), with_thousands(memory.capacity),
                        with_thousands(memory.read_bytes), with_thousands(memory.write_bytes));
  }
  return text;
}

}  // namespace spillway
