// SPDX-License-Identifier: Apache-2.0
#include "experiments/summary/rank_rows.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

#include <fmt/format.h>

#include "base/text.h"

namespace spillway {
namespace {

struct Standing {
  std::string label;
  int columns = 0, fits = 0, fastest = 0;
  double log_ratios = 0;
};

std::optional<double> latency(const PivotTable& table, std::size_t row, std::size_t column) {
  const SweepRow* cell = table.cells[row][column];
  return cell == nullptr ? std::nullopt : cell->latency_us;
}

Standing& standing_of(std::vector<Standing>& standings, const std::string& label) {
  const auto found =
      std::find_if(standings.begin(), standings.end(),
                   [&](const Standing& standing) { return standing.label == label; });
  if (found != standings.end()) return *found;
  standings.push_back({});
  standings.back().label = label;
  return standings.back();
}

void add_column(const PivotTable& table, std::size_t column, std::vector<Standing>& standings) {
  std::optional<double> best;
  for (std::size_t r = 0; r < table.cells.size(); ++r) {
    if (const auto us = latency(table, r, column)) best = std::min(best.value_or(*us), *us);
  }
  for (std::size_t r = 0; r < table.cells.size(); ++r) {
    if (table.cells[r][column] == nullptr) continue;
    Standing& standing = standing_of(standings, table.row_labels[r]);
    ++standing.columns;
    const auto us = latency(table, r, column);
    if (!us) continue;
    ++standing.fits;
    if (us == best) ++standing.fastest;
    standing.log_ratios += std::log(*us / *best);
  }
}

double gap(const PivotTable& table, std::size_t a, std::size_t b, std::size_t column) {
  return *latency(table, a, column) / *latency(table, b, column) - 1;
}

// Two columns of the table: `faster`, in which row `a` is faster than row `b` by the largest share,
// and `slower`, in which row `a` is slower than row `b` by the largest share. No value if there is
// no such column.
struct LargestGaps {
  std::optional<std::size_t> faster, slower;
};

LargestGaps largest_gaps(const PivotTable& table, std::size_t a, std::size_t b) {
  LargestGaps gaps;
  for (std::size_t c = 0; c < table.column_labels.size(); ++c) {
    if (!latency(table, a, c) || !latency(table, b, c)) continue;
    const double share = gap(table, a, b, c);
    if (share < 0 && (!gaps.faster || share < gap(table, a, b, *gaps.faster))) gaps.faster = c;
    if (share > 0 && (!gaps.slower || share > gap(table, a, b, *gaps.slower))) gaps.slower = c;
  }
  return gaps;
}

struct Change {
  // `a` is faster than `b` by some share in one column, and slower by some share in another column.
  // This is the smaller of the two shares.
  double least = 0;
  std::string text;
};

Change change_of(const PivotTable& table, std::size_t a, std::size_t b, const LargestGaps& gaps) {
  const double ahead = gap(table, a, b, *gaps.faster), behind = gap(table, a, b, *gaps.slower);
  return {std::min(-ahead, behind),
          fmt::format("  {}{}{} against {}\n    {} with {}, {} with {}\n", table.title,
                      table.title.empty() ? "" : "\n    ", table.row_labels[a], table.row_labels[b],
                      signed_percent(ahead, 1), table.column_labels[*gaps.faster],
                      signed_percent(behind, 1), table.column_labels[*gaps.slower])};
}

}  // namespace

PrintedTable standings_table(const std::vector<PivotTable>& tables) {
  std::vector<Standing> standings;
  for (const PivotTable& table : tables) {
    if (table.cells.size() < 2) continue;
    for (std::size_t c = 0; c < table.column_labels.size(); ++c) add_column(table, c, standings);
  }
  std::stable_sort(standings.begin(), standings.end(),
                   [](const Standing& a, const Standing& b) { return a.fastest > b.fastest; });
  PrintedTable result{"standings", "\nover all columns"};
  result.columns = {text_column("row").shown_as("").at_least(28).shortened_if_narrow(),
                    number_column("fits").at_least(7).gap_before(1),
                    number_column("columns").shown_as("of").at_least(7).gap_before(1),
                    number_column("fastest").at_least(9).gap_before(1),
                    number_column("mean above the fastest %")
                        .shown_as("mean above the fastest")
                        .at_least(22)
                        .gap_before(1)};
  for (const Standing& standing : standings) {
    const double mean = standing.fits == 0 ? 0 : std::exp(standing.log_ratios / standing.fits) - 1;
    result.add({standing.label, std::to_string(standing.fits), std::to_string(standing.columns),
                std::to_string(standing.fastest),
                standing.fits == 0 ? std::string("-") : signed_percent(mean, 1)});
  }
  return result;
}

std::string order_text(const std::vector<PivotTable>& tables) {
  constexpr std::size_t most_listed = 6;
  std::vector<Change> changes;
  std::size_t pairs = 0;
  for (const PivotTable& table : tables) {
    for (std::size_t a = 0; table.compete && a < table.cells.size(); ++a) {
      for (std::size_t b = a + 1; b < table.cells.size(); ++b) {
        const LargestGaps gaps = largest_gaps(table, a, b);
        pairs += gaps.faster || gaps.slower ? 1 : 0;
        if (gaps.faster && gaps.slower) changes.push_back(change_of(table, a, b, gaps));
      }
    }
  }
  std::stable_sort(changes.begin(), changes.end(),
                   [](const Change& a, const Change& b) { return a.least > b.least; });
  const auto clear = std::count_if(changes.begin(), changes.end(),
                                   [](const Change& change) { return change.least >= 0.01; });
  std::string text = fmt::format(
      "order: {} of {} pairs that differ change places between columns, {} of them by\n"
      "  1 % or more both ways\n",
      changes.size(), pairs, clear);
  for (std::size_t i = 0; i < std::min(changes.size(), most_listed); ++i) text += changes[i].text;
  if (changes.size() > most_listed) {
    text += fmt::format("  and {} smaller ones\n", changes.size() - most_listed);
  }
  return text;
}

}  // namespace spillway
