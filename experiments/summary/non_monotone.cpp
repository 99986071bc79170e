// SPDX-License-Identifier: Apache-2.0
#include "experiments/summary/non_monotone.h"

#include <algorithm>
#include <map>
#include <numeric>

#include <fmt/format.h>

#include "base/text.h"

namespace spillway {
namespace {

constexpr std::size_t most_listed = 8;  // maximum number of listed pairs of memory sizes
constexpr std::size_t most_operators = 3;

struct Growth {
  std::string name;
  Cycles cycles = 0;
};

// Returns the operators that take more cycles with more memory (run `more`) than with less memory
// (run `less`), the largest increase first. Leaves out operators with less than 2 % of the sum of
// all increases.
std::vector<Growth> grown_operators(const Timing& less, const Timing& more) {
  std::vector<Growth> grown;
  const std::size_t count = less.operators.size();
  if (more.operators.size() != count) return grown;  // the two points are lowered differently
  for (std::size_t i = 0; i < count; ++i) {
    const Cycles cycles = more.operators[i].total() - less.operators[i].total();
    if (cycles > 0) grown.push_back({more.operators[i].name, cycles});
  }
  const Cycles all = std::accumulate(grown.begin(), grown.end(), Cycles{0},
                                     [](Cycles sum, const Growth& g) { return sum + g.cycles; });
  constexpr Cycles least_share = 50;  // smaller increases than 1/50 of the sum are left out
  grown.erase(std::remove_if(grown.begin(), grown.end(),
                             [all](const Growth& g) { return g.cycles < all / least_share; }),
              grown.end());
  std::stable_sort(grown.begin(), grown.end(),
                   [](const Growth& a, const Growth& b) { return a.cycles > b.cycles; });
  return grown;
}

// Returns lines about the operators whose time grows most from the smaller to the larger memory of
// `step`, one line per operator. Simulates both points again, because the rows of a sweep do not
// have the times of operators.
std::string operators_text(SweepTable& table, const SlowerStep& step) {
  const auto timing = [&](std::size_t row) {
    const SweepPoint point = table.points()[row];
    return run_point(table.spec().networks[point.network], point.point, table.cache()).timing;
  };
  const std::vector<Growth> grown = grown_operators(timing(step.smaller), timing(step.larger));
  std::string text;
  for (std::size_t i = 0; i < std::min(grown.size(), most_operators); ++i) {
    text += fmt::format("      {:<40} {:>12} cycles\n", elide(grown[i].name, 40),
                        "+" + with_thousands(grown[i].cycles));
  }
  return text;
}

std::string step_text(const SweepRows& rows, const SlowerStep& step) {
  const SweepRow &less = rows[step.smaller], &more = rows[step.larger];
  const auto cell = [&](const char* column) { return rows.cell(more, identity_index(column)); };
  std::string name = fmt::format("{} on {} ({}) {}", cell("network"), cell("target"),
                                 cell("memory_mode"), cell("planner"));
  for (const char* column : {"parts", "allocator", "options"}) {
    if (!cell(column).empty()) name += " " + cell(column);
  }
  return fmt::format("  {}\n    {} {} -> {}: {:.3f} -> {:.3f} ms, {}\n", name, *more.fast_memory,
                     format_size(less.fast_bytes), format_size(more.fast_bytes),
                     *less.latency_us / 1e3, *more.latency_us / 1e3, signed_percent(step.share, 1));
}

}  // namespace

std::vector<SlowerStep> find_slower_steps(const SweepRows& rows) {
  std::map<IdentityKey, std::vector<std::size_t>> series;
  for (std::size_t row = 0; row < rows.size(); ++row) {
    if (rows[row].latency_us) series[identity_besides(rows[row], {})].push_back(row);
  }
  std::vector<SlowerStep> steps;
  for (auto& [identity, members] : series) {
    std::stable_sort(members.begin(), members.end(), [&](std::size_t a, std::size_t b) {
      return rows[a].fast_bytes < rows[b].fast_bytes;
    });
    for (std::size_t i = 1; i < members.size(); ++i) {
      const double less = *rows[members[i - 1]].latency_us, more = *rows[members[i]].latency_us;
      if (more > less) steps.push_back({members[i - 1], members[i], more / less - 1});
    }
  }
  std::sort(steps.begin(), steps.end(), [](const SlowerStep& a, const SlowerStep& b) {
    return a.share != b.share ? a.share > b.share : a.larger < b.larger;
  });
  return steps;
}

std::string slower_steps_text(const SweepRows& rows, SweepTable* table) {
  const std::vector<SlowerStep> steps = find_slower_steps(rows);
  if (steps.empty()) return "";
  std::string text = fmt::format("not monotone: {} step{} to more memory {} slower\n", steps.size(),
                                 steps.size() == 1 ? "" : "s", steps.size() == 1 ? "is" : "are");
  for (std::size_t i = 0; i < std::min(steps.size(), most_listed); ++i) {
    text += step_text(rows, steps[i]);
    if (table != nullptr) text += operators_text(*table, steps[i]);
  }
  if (steps.size() > most_listed) {
    text += fmt::format("  and {} smaller ones\n", steps.size() - most_listed);
  }
  return text;
}

}  // namespace spillway
