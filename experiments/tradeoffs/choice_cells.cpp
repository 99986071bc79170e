// SPDX-License-Identifier: Apache-2.0
#include "experiments/tradeoffs/choice_cells.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/text.h"
#include "experiments/advice/milliseconds.h"

namespace spillway {
namespace {

constexpr double megabyte = 1e6;

bool has(const TradeOff& trade, Objective objective) {
  return std::find(trade.objectives.begin(), trade.objectives.end(), objective) !=
         trade.objectives.end();
}

// Writes capacities in bytes with units: `sram=65536 dram=1048576` becomes `sram=64K dram=1M`.
std::string capacities_cell(const std::string& memories) {
  std::string text;
  for (const std::string& word : split(memories, ' ')) {
    const std::size_t value = word.find('=') + 1;
    const auto size = parse_size(word.substr(value));
    text += (text.empty() ? "" : " ") +
            (value > 0 && size ? word.substr(0, value) + format_size(*size) : word);
  }
  return text;
}

// Removes the hashes of part files: `dram=my.toml:0123456789abcdef` becomes `dram=my.toml`.
std::string parts_cell(const std::string& parts) {
  std::string text;
  for (const std::string& word : split(parts, ' ')) {
    text += (text.empty() ? "" : " ") + word.substr(0, word.find(':'));
  }
  return text;
}

// Returns the number of decimals for times in milliseconds: 5 if the fastest point takes less than
// a millisecond, because such latencies can differ by less than a microsecond; otherwise 3.
int places_of(const TradeOff& trade) {
  constexpr double millisecond = 1000;
  return trade.fastest && trade.fastest->latency_us < millisecond ? 5 : 3;
}

}  // namespace

std::vector<std::pair<std::string, std::string>> choice_cells(const HardwareChoice& choice) {
  return {{"target", choice.target},
          {"system config", choice.system_config},
          {"memory mode", choice.memory_mode},
          {"parts", parts_cell(choice.parts)},
          {"options", choice.options},
          {"threads", choice.threads},
          {"memories", capacities_cell(choice.memories)},
          {"planner", choice.planner},
          {"allocator", choice.allocator}};
}

std::vector<FigureCell> figure_cells(const TradeOff& trade, const HardwareChoice& choice) {
  std::vector<FigureCell> cells = {
      {"latency ms", fmt::format("{:.{}f}", milliseconds(choice.latency_us), places_of(trade))},
      {trade.fast_memory, format_size(choice.fast_bytes)},
      {"MB/s",
       choice.bandwidth ? fmt::format("{:.0f}", *choice.bandwidth / megabyte) : "no limit"}};
  if (has(trade, Objective::energy)) {
    cells.push_back({"uJ", choice.energy_uj ? fmt::format("{:.1f}", *choice.energy_uj) : ""});
  }
  if (choice.cost) cells.push_back({"cost", fmt::format("{:.2f}", *choice.cost)});
  return cells;
}

std::string objective_text(const TradeOff& trade, Objective objective) {
  switch (objective) {
    case Objective::latency:
      return "latency";
    case Objective::fast_bytes:
      return "capacity of " + trade.fast_memory;
    case Objective::bandwidth:
      return "bandwidth of the other memories";
    case Objective::energy:
      return "energy";
    case Objective::cost:
      return "cost";
  }
  return "";
}

}  // namespace spillway
