// SPDX-License-Identifier: Apache-2.0
#include "report/published_table.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include <fmt/format.h>

#include "base/text.h"

namespace spillway {
namespace {

std::int64_t ticks_of(const InvokeTable& table, const std::string& op) {
  const InvokeRow* row = table.row(op);
  return row == nullptr ? 0 : row->ticks;
}

std::int64_t ticks_of(const PublishedTable& table, const std::string& op) {
  const auto found = std::find_if(table.rows.begin(), table.rows.end(),
                                  [&](const PublishedRow& row) { return row.op == op; });
  return found == table.rows.end() ? 0 : found->ticks;
}

double fraction(std::int64_t simulated, std::int64_t published) {
  return static_cast<double>(simulated - published) / static_cast<double>(published);
}

std::string percent(std::int64_t simulated, std::int64_t published) {
  if (published == 0) {
    return "-";
  }
  return signed_percent(fraction(simulated, published));
}

/// Adds three cells to a row: published ticks, simulated ticks, and the error in per cent.
void add_figures(std::vector<PrintedCell>& row, std::int64_t published, std::int64_t simulated) {
  row.emplace_back(with_thousands(published));
  row.emplace_back(with_thousands(simulated));
  row.emplace_back(percent(simulated, published));
}

bool within(const PublishedRow& row, std::int64_t simulated) {
  const double allowed = std::max(row.tolerance * static_cast<double>(row.ticks),
                                  row.ticks_per_operator * static_cast<double>(row.count));
  return std::abs(static_cast<double>(simulated - row.ticks)) <= allowed;
}

}  // namespace

PrintedTable comparison_table(const PublishedTable& published, const InvokeTable& simulated,
                              const PublishedTable* base, const InvokeTable* simulated_base) {
  PrintedTable table{"comparison", ""};
  table.columns = {
      text_column("operator").shown_as("").at_least(20),
      number_column("published ticks").shown_as("published").at_least(12).gap_before(1),
      number_column("simulated ticks").shown_as("simulated").at_least(12).gap_before(1),
      number_column("error %").shown_as("error").at_least(10).gap_before(1)};
  if (base != nullptr) {
    table.columns.push_back(
        number_column("published delta ticks").shown_as("delta").at_least(12).gap_before(1));
    table.columns.push_back(
        number_column("simulated delta ticks").shown_as("simulated").at_least(12).gap_before(1));
    table.columns.push_back(
        number_column("delta error %").shown_as("error").at_least(10).gap_before(1));
  }
  for (const PublishedRow& row : published.rows) {
    const std::int64_t ticks = ticks_of(simulated, row.op);
    std::vector<PrintedCell> cells = {row.op};
    add_figures(cells, row.ticks, ticks);
    if (base != nullptr) {
      add_figures(cells, row.ticks - ticks_of(*base, row.op),
                  ticks - ticks_of(*simulated_base, row.op));
    }
    table.add(std::move(cells));
  }
  std::vector<PrintedCell> total = {"total"};
  add_figures(total, published.total, simulated.total);
  if (base != nullptr) {
    add_figures(total, published.total - base->total, simulated.total - simulated_base->total);
  }
  table.add(std::move(total));
  return table;
}

std::vector<std::string> missed_tolerances(const PublishedTable& published,
                                           const InvokeTable& simulated, const PublishedTable* base,
                                           const InvokeTable* simulated_base) {
  std::vector<std::string> missed;
  for (const PublishedRow& row : published.rows) {
    const InvokeRow* found = simulated.row(row.op);
    const InvokeRow none{row.op, 0, 0};
    const InvokeRow& got = found == nullptr ? none : *found;
    if (got.count != row.count) {
      missed.push_back(fmt::format("{}: {} operators, published {}", row.op, got.count, row.count));
    }
    if (!within(row, got.ticks)) {
      missed.push_back(fmt::format("{}: {} ticks, published {} ({})", row.op, got.ticks, row.ticks,
                                   percent(got.ticks, row.ticks)));
    }
  }
  if (std::abs(fraction(simulated.total, published.total)) > published.total_tolerance) {
    missed.push_back(
        fmt::format("total: {} ticks, published {}", simulated.total, published.total));
  }
  if (base != nullptr && published.delta_tolerance > 0) {
    const std::int64_t expected = published.total - base->total;
    const std::int64_t got = simulated.total - simulated_base->total;
    if (std::abs(fraction(got, expected)) > published.delta_tolerance) {
      missed.push_back(fmt::format("total delta: {} ticks, published {}", got, expected));
    }
  }
  return missed;
}

std::string memory_text(const TileMemory& memory) {
  return fmt::format(
      "Memory available: {:>9}, used: {:>9} (stack: {}, code: {}, data: {})\n"
      "ExtMem available: {:>9}, used: {:>9}\n",
      memory.sram_capacity, memory.sram_used(), memory.stack, memory.code,
      memory.data + memory.sram_arena, memory.external_capacity, memory.external_arena);
}

}  // namespace spillway
