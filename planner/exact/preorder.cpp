// SPDX-License-Identifier: Apache-2.0
#include "planner/exact/preorder.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <random>

#include "planner/exact/section_trees.h"

namespace spillway::exact {
namespace {

enum Measure : std::size_t { lifetime, area, busiest, size, neighbours, sections, measure_count };
using Measures = std::array<double, measure_count>;

/// Returns, per item, the number of other items that are live at the same time as the item.
std::vector<double> count_neighbours(const Instance& instance) {
  std::vector<std::int32_t> firsts;
  std::vector<std::int32_t> ends;
  for (const Item& item : instance.items) {
    firsts.push_back(item.first_section);
    ends.push_back(item.end_section);
  }
  std::sort(firsts.begin(), firsts.end());
  std::sort(ends.begin(), ends.end());
  std::vector<double> counts;
  for (const Item& item : instance.items) {
    const auto begun = std::lower_bound(firsts.begin(), firsts.end(), item.end_section);
    const auto ended = std::upper_bound(ends.begin(), ends.end(), item.first_section);
    counts.push_back(static_cast<double>(begun - firsts.begin() - (ended - ends.begin()) - 1));
  }
  return counts;
}

std::vector<Measures> measure(const Instance& instance) {
  const std::vector<double> counts = count_neighbours(instance);
  const RemainingTree totals(instance.section_total);
  std::vector<Measures> measures;
  for (const Item& item : instance.items) {
    const Bytes total = totals.fullest(item.first_section, item.end_section).bytes;
    const auto steps = static_cast<double>(item.lifetime);
    const auto bytes = static_cast<double>(item.size);
    measures.push_back({steps, steps * bytes, static_cast<double>(total), bytes,
                        counts[measures.size()],
                        static_cast<double>(item.end_section - item.first_section)});
  }
  return measures;
}

/// The sort keys of the first four orders; `busiest` is the largest number of live bytes during the
/// item's lifetime. The first three orders are those of MiniMalloc. The fourth order uses the
/// number of neighbours (items that are live at the same time) instead of the area.
constexpr std::array<std::array<Measure, 3>, 4> sorted_orders = {{{busiest, lifetime, area},
                                                                  {busiest, area, lifetime},
                                                                  {lifetime, area, busiest},
                                                                  {busiest, neighbours, lifetime}}};

template <typename Key>
std::vector<std::int32_t> sort_descending(std::size_t count, Key key) {
  std::vector<std::int32_t> order(count);
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](std::int32_t a, std::int32_t b) {
    return key(static_cast<std::size_t>(a)) > key(static_cast<std::size_t>(b));
  });
  return order;
}

std::vector<std::int32_t> weighted_order(const std::vector<Measures>& measures,
                                         std::uint32_t seed) {
  std::mt19937 random(seed);
  const auto unit = [&] { return static_cast<double>(random()) / 4294967296.0; };
  Measures exponents{};
  for (double& exponent : exponents) {
    const double drawn = unit() * 2.5 - 0.7;
    exponent = unit() < 0.5 ? drawn : 0;
  }
  const double noise = unit() < 0.3 ? 0 : unit() * 0.5;
  std::vector<double> scores;
  for (const Measures& of_item : measures) {
    double score = noise * unit();
    for (std::size_t m = 0; m < measure_count; ++m) {
      score += exponents[m] * std::log1p(of_item[m]);
    }
    scores.push_back(score);
  }
  return sort_descending(scores.size(), [&](std::size_t i) { return scores[i]; });
}

}  // namespace

std::vector<std::int32_t> preorder(const Instance& instance, std::int32_t attempt) {
  const std::vector<Measures> measures = measure(instance);
  const auto number = static_cast<std::size_t>(attempt);
  if (number >= sorted_orders.size()) {
    return weighted_order(measures, static_cast<std::uint32_t>(attempt));
  }
  const std::array<Measure, 3>& keys = sorted_orders[number];
  return sort_descending(measures.size(), [&](std::size_t i) {
    return std::array<double, 3>{measures[i][keys[0]], measures[i][keys[1]], measures[i][keys[2]]};
  });
}

}  // namespace spillway::exact
