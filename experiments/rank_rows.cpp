// SPDX-License-Identifier: Apache-2.0
#include "experiments/rank_rows.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

#include <fmt/format.h>

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

// Where the row `a` is faster than `b` first, and where the other way round.
struct Turn {
  std::optional<std::size_t> faster, slower;
};

Turn turn_of(const PivotTable& table, std::size_t a, std::size_t b) {
  Turn turn;
  for (std::size_t c = 0; c < table.column_labels.size(); ++c) {
    const auto first = latency(table, a, c), second = latency(table, b, c);
    if (!first || !second) continue;
    if (*first < *second && !turn.faster) turn.faster = c;
    if (*first > *second && !turn.slower) turn.slower = c;
  }
  return turn;
}

std::string gap_text(const PivotTable& table, std::size_t a, std::size_t b, std::size_t column) {
  const double share = *latency(table, a, column) / *latency(table, b, column) - 1;
  return fmt::format("{:+.1f} % with {}", 100 * share, table.column_labels[column]);
}

}  // namespace

std::string standings_text(const std::vector<PivotTable>& tables) {
  std::vector<Standing> standings;
  for (const PivotTable& table : tables) {
    if (table.cells.size() < 2) continue;
    for (std::size_t c = 0; c < table.column_labels.size(); ++c) add_column(table, c, standings);
  }
  if (standings.empty()) return "";
  std::stable_sort(standings.begin(), standings.end(),
                   [](const Standing& a, const Standing& b) { return a.fastest > b.fastest; });
  std::string text = fmt::format("{:<28} {:>9} {:>9} {:>22}\n", "over all columns", "fits",
                                 "fastest", "mean above the fastest");
  for (const Standing& standing : standings) {
    const double mean = standing.fits == 0 ? 0 : std::exp(standing.log_ratios / standing.fits) - 1;
    text +=
        fmt::format("{:<28} {:>9} {:>9} {:>22}\n", standing.label,
                    fmt::format("{}/{}", standing.fits, standing.columns), standing.fastest,
                    standing.fits == 0 ? std::string("-") : fmt::format("{:+.1f} %", 100 * mean));
  }
  return text;
}

std::string order_text(const std::vector<PivotTable>& tables) {
  std::string text;
  int pairs = 0, turned = 0;
  for (const PivotTable& table : tables) {
    for (std::size_t a = 0; a < table.cells.size(); ++a) {
      for (std::size_t b = a + 1; b < table.cells.size(); ++b) {
        const Turn turn = turn_of(table, a, b);
        pairs += turn.faster || turn.slower ? 1 : 0;
        if (!turn.faster || !turn.slower) continue;
        ++turned;
        text +=
            fmt::format("  {}{}{} against {}:\n    {}, {}\n", table.title,
                        table.title.empty() ? "" : ": ", table.row_labels[a], table.row_labels[b],
                        gap_text(table, a, b, *turn.faster), gap_text(table, a, b, *turn.slower));
      }
    }
  }
  return fmt::format("order: {} of {} pairs that differ change places between columns\n", turned,
                     pairs) +
         text;
}

}  // namespace spillway
