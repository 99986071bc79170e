// SPDX-License-Identifier: Apache-2.0
#include "experiments/tradeoffs/trade_off.h"

#include <algorithm>
#include <limits>
#include <map>

#include <fmt/format.h>

#include "base/diagnostics.h"
#include "experiments/tradeoffs/choice_rows.h"
#include "experiments/tradeoffs/costs.h"

namespace spillway {
namespace {

constexpr double no_limit = std::numeric_limits<double>::infinity();

double value_of(const HardwareChoice& choice, Objective objective) {
  switch (objective) {
    case Objective::latency:
      return choice.latency_us;
    case Objective::fast_bytes:
      return static_cast<double>(choice.fast_bytes);
    case Objective::bandwidth:
      return choice.bandwidth.value_or(no_limit);
    case Objective::energy:
      return choice.energy_uj.value_or(no_limit);
    case Objective::cost:
      return choice.cost.value_or(no_limit);
  }
  return no_limit;
}

std::vector<double> values_of(const HardwareChoice& choice,
                              const std::vector<Objective>& objectives) {
  std::vector<double> values;
  values.reserve(objectives.size());
  for (const Objective objective : objectives) values.push_back(value_of(choice, objective));
  return values;
}

// Whether each value of `a` is at most the corresponding value of `b`, so that `a` is at least as
// good in every objective.
bool no_worse(const std::vector<double>& a, const std::vector<double>& b) {
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (a[i] > b[i]) return false;
  }
  return true;
}

std::vector<Objective> objectives_of(const std::vector<HardwareChoice>& choices,
                                     const PriceList& prices) {
  std::vector<Objective> objectives = {Objective::latency};
  const bool fast_is_priced = std::any_of(
      prices.memories.begin(), prices.memories.end(), [&](const PriceList::Memory& memory) {
        return !choices.empty() && memory.name == choices.front().fast_memory;
      });
  if (!fast_is_priced) objectives.push_back(Objective::fast_bytes);
  if (prices.parts.empty()) objectives.push_back(Objective::bandwidth);
  const bool energy = std::all_of(choices.begin(), choices.end(), [](const HardwareChoice& choice) {
    return choice.energy_uj.has_value();
  });
  if (energy) objectives.push_back(Objective::energy);
  if (!prices.empty()) objectives.push_back(Objective::cost);
  return objectives;
}

// Returns the choices on the Pareto front: those that no other choice beats. Visits the choices in
// lexicographic order of their objectives, so that each choice comes after all choices that beat
// it. If a choice is beaten, an unbeaten choice also beats it. Therefore each choice is compared
// only with the unbeaten choices found so far.
std::vector<HardwareChoice> unbeaten_among(const std::vector<HardwareChoice>& choices,
                                           const std::vector<Objective>& objectives) {
  std::vector<std::pair<std::vector<double>, std::size_t>> order;
  for (std::size_t i = 0; i < choices.size(); ++i) {
    order.emplace_back(values_of(choices[i], objectives), i);
  }
  std::sort(order.begin(), order.end());
  std::vector<HardwareChoice> unbeaten;
  std::vector<std::vector<double>> values;  // values[i]: the objectives of unbeaten[i]
  for (const auto& entry : order) {
    const auto& own = entry.first;
    const auto place = entry.second;
    if (!values.empty() && values.back() == own) {
      ++unbeaten.back().equals;
      continue;
    }
    const bool beaten = std::any_of(values.begin(), values.end(),
                                    [&](const auto& other) { return no_worse(other, own); });
    if (beaten) continue;
    values.push_back(own);
    unbeaten.push_back(choices[place]);
  }
  return unbeaten;
}

// Returns the choice with the lowest value of the first of `objectives`. Among choices with equal
// values, the next objective decides, and so on. Choices that miss the deadline are ignored.
// Returns null if no choice remains.
const HardwareChoice* least(const std::vector<HardwareChoice>& choices,
                            const std::vector<Objective>& objectives,
                            const std::optional<double>& deadline_us) {
  const HardwareChoice* best = nullptr;
  for (const HardwareChoice& choice : choices) {
    if (deadline_us && choice.latency_us > *deadline_us) continue;
    if (best == nullptr || values_of(choice, objectives) < values_of(*best, objectives)) {
      best = &choice;
    }
  }
  return best;
}

void answer(TradeOff& trade, const std::vector<HardwareChoice>& choices,
            const TradeOffQuestion& question) {
  trade.simulated = choices.size();
  if (choices.empty()) return;
  trade.fast_memory = choices.front().fast_memory;
  trade.objectives = objectives_of(choices, question.prices);
  trade.unbeaten = unbeaten_among(choices, trade.objectives);
  const bool priced = !question.prices.empty();
  const std::vector<Objective> cheap =
      priced ? std::vector{Objective::cost, Objective::latency}
             : std::vector{Objective::fast_bytes, Objective::bandwidth, Objective::latency};
  std::vector<Objective> fast = {Objective::latency};
  fast.insert(fast.end(), cheap.begin(), cheap.end());
  if (const auto* best = least(choices, fast, std::nullopt)) trade.fastest = *best;
  if (const auto* best = least(choices, cheap, question.deadline_us)) trade.cheapest = *best;
}

}  // namespace

std::vector<TradeOff> trade_offs(const std::string& csv, const std::string& source,
                                 const SweepOrigin& origin, const TradeOffQuestion& question) {
  std::vector<TradeOff> trades;
  for (ChoiceGroup& group : choice_groups(csv, source, origin)) {
    add_costs(group.choices, question.prices);
    TradeOff trade;
    trade.network = group.name;
    trade.points = group.points;
    std::vector<HardwareChoice> choices;
    for (PricedChoice& priced : group.choices) choices.push_back(std::move(priced.choice));
    answer(trade, choices, question);
    trades.push_back(std::move(trade));
  }
  return trades;
}

}  // namespace spillway
