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

/// The first columns of a row of the comparison; delta() adds those of the difference to the base.
std::string line(const std::string& name, std::int64_t published, std::int64_t simulated) {
  return fmt::format("{:<20} {:>12} {:>12} {:>10}", name, with_thousands(published),
                     with_thousands(simulated), percent(simulated, published));
}

std::string delta(std::int64_t published, std::int64_t simulated) {
  return fmt::format(" {:>12} {:>12} {:>10}", with_thousands(published), with_thousands(simulated),
                     percent(simulated, published));
}

bool within(const PublishedRow& row, std::int64_t simulated) {
  const double allowed = std::max(row.tolerance * static_cast<double>(row.ticks),
                                  row.ticks_per_operator * static_cast<double>(row.count));
  return std::abs(static_cast<double>(simulated - row.ticks)) <= allowed;
}

}  // namespace

std::string comparison_text(const PublishedTable& published, const InvokeTable& simulated,
                            const PublishedTable* base, const InvokeTable* simulated_base) {
  std::string text =
      fmt::format("{:<20} {:>12} {:>12} {:>10}", "", "published", "simulated", "error");
  if (base != nullptr) {
    text += fmt::format(" {:>12} {:>12} {:>10}", "delta", "simulated", "error");
  }
  text += "\n";
  for (const PublishedRow& row : published.rows) {
    const std::int64_t ticks = ticks_of(simulated, row.op);
    text += line(row.op, row.ticks, ticks);
    if (base != nullptr) {
      text += delta(row.ticks - ticks_of(*base, row.op), ticks - ticks_of(*simulated_base, row.op));
    }
    text += "\n";
  }
  text += line("total", published.total, simulated.total);
  if (base != nullptr) {
    text += delta(published.total - base->total, simulated.total - simulated_base->total);
  }
  return text + "\n";
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
