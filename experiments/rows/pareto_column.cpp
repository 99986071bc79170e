// SPDX-License-Identifier: Apache-2.0
#include "experiments/rows/pareto_column.h"

#include <algorithm>

#include "experiments/rows/sweep_trades.h"

namespace spillway {
namespace {

// Returns, as one text, the cells that are equal in all rows of a group. Two SweepRows objects give
// the same cell different numbers, so groups of different objects are compared by these texts.
std::string common_cells(const SweepRows& rows, const SweepRow& row) {
  std::string text;
  for (const std::uint32_t number : trade_identity(row)) text += rows.text(number) + "\n";
  return text;
}

}  // namespace

void ParetoColumn::add(const SweepRows& rows) {
  for (const SweepRow& row : rows) {
    const auto number = static_cast<std::uint32_t>(marks_.size());
    marks_.push_back(Mark::none);
    if (!belongs_to_group(row)) continue;
    marks_.back() = Mark::no;
    const auto entry =
        groups_.try_emplace(common_cells(rows, row), static_cast<std::uint32_t>(groups_.size()))
            .first;
    trades_.push_back({entry->second, number, row.fast_bytes, *row.latency_us});
  }
}

void ParetoColumn::finish() {
  std::sort(trades_.begin(), trades_.end(), [](const Trade& a, const Trade& b) {
    return a.group != b.group ? a.group < b.group : a.row < b.row;
  });
  for (std::size_t begin = 0; begin < trades_.size();) {
    std::size_t end = begin;
    while (end < trades_.size() && trades_[end].group == trades_[begin].group) ++end;
    mark_front(begin, end);
    begin = end;
  }
}

void ParetoColumn::mark_front(std::size_t begin, std::size_t end) {
  std::vector<ParetoPoint> points;
  points.reserve(end - begin);
  for (std::size_t i = begin; i < end; ++i) {
    points.push_back({trades_[i].fast_bytes, trades_[i].latency_us, {}});
  }
  for (const std::size_t i : pareto_front(points)) marks_[trades_[begin + i].row] = Mark::yes;
}

std::string ParetoColumn::fill_in(std::string_view line, std::size_t row) const {
  std::string filled(line.substr(0, line.rfind(',') + 1));
  // Lines that begin with # are comments for CSV readers. If the name of a network begins with #,
  // its rows are such lines and do not reach add(), so `marks_` can be shorter than the file.
  const Mark mark = row < marks_.size() ? marks_[row] : Mark::none;
  if (mark != Mark::none) filled += mark == Mark::yes ? "yes" : "no";
  return filled;
}

}  // namespace spillway
