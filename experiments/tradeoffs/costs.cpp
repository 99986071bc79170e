// SPDX-License-Identifier: Apache-2.0
#include "experiments/tradeoffs/costs.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/diagnostics.h"
#include "base/text.h"
#include "experiments/point/option_table.h"

namespace spillway {
namespace {

[[noreturn]] void reject_costs(const std::string& why) { throw usage_error("--cost: " + why); }

void require_known_memories(const std::vector<PricedChoice>& choices, const PriceList& prices) {
  for (const PriceList::Memory& memory : prices.memories) {
    std::vector<std::string> names;
    for (const PricedChoice& priced : choices) {
      for (const auto& [name, bytes] : priced.capacities) names.push_back(name);
    }
    if (std::find(names.begin(), names.end(), memory.name) != names.end()) continue;
    std::sort(names.begin(), names.end());
    names.erase(std::unique(names.begin(), names.end()), names.end());
    reject_costs(unknown_name_message("memory", memory.name, names));
  }
}

double cost_of_memories(const PricedChoice& priced, const PriceList& prices) {
  double cost = 0;
  for (const PriceList::Memory& memory : prices.memories) {
    for (const auto& [name, bytes] : priced.capacities) {
      if (name == memory.name) cost += memory.per_byte * static_cast<double>(bytes);
    }
  }
  return cost;
}

// Returns the sum of the prices of the parts in `choice.parts`, which is a text such as
// `dram=LPDDR4-3200-x16 flash=nor.toml:0123456789abcdef`.
double cost_of_parts(const HardwareChoice& choice, const PriceList& prices) {
  if (prices.parts.empty()) return 0;
  if (choice.parts.empty()) {
    reject_costs(
        fmt::format("points on {} use its own memories, which no price of a part names; choose "
                    "parts with --part",
                    choice.target));
  }
  double cost = 0;
  for (const std::string& word : split(choice.parts, ' ')) {
    const std::string part = word.substr(word.find('=') + 1);
    const std::optional<double> price = price_of(prices.parts, part);
    if (!price) {
      reject_costs(fmt::format("part {} has no price; part={}:0 makes it free", part, part));
    }
    cost += *price;
  }
  return cost;
}

double cost_of_target(const HardwareChoice& choice, const PriceList& prices) {
  if (prices.targets.empty()) return 0;
  const std::optional<double> price = price_of(prices.targets, choice.target);
  if (!price) {
    reject_costs(fmt::format("target {} has no price; target={}:0 makes it free", choice.target,
                             choice.target));
  }
  return *price;
}

}  // namespace

void add_costs(std::vector<PricedChoice>& choices, const PriceList& prices) {
  if (prices.empty() || choices.empty()) return;
  require_known_memories(choices, prices);
  for (PricedChoice& priced : choices) {
    priced.choice.cost = cost_of_memories(priced, prices) + cost_of_parts(priced.choice, prices) +
                         cost_of_target(priced.choice, prices);
  }
}

void check_prices(SweepTable& table, const PriceList& prices) {
  if (prices.empty()) return;
  std::vector<PricedChoice> choices;
  for (std::size_t i = 0; i < table.points().size(); ++i) {
    const DesignPoint point = table.points()[i].point;
    const Target target = table.cache().target(point);
    PricedChoice& priced = choices.emplace_back();
    priced.choice.target = target.name;
    priced.choice.parts =
        fmt::format("{}", fmt::join(canonical_items(find_point_option("part"), point), " "));
    for (const MemorySpec& memory : target.memories) {
      priced.capacities.emplace_back(memory.name, memory.capacity);
    }
  }
  add_costs(choices, prices);
}

}  // namespace spillway
