// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/rows/pareto.h"
#include "experiments/rows/sweep_rows.h"

namespace spillway {

/// Computes `pareto`, the last column of a sweep's CSV. The cell is "yes" for rows on the Pareto
/// front of their group (see TradeGroup), "no" for other rows with a latency, and empty for rows
/// without a latency. A sweep may have millions of rows, so rows are added in batches, and only a
/// few bytes are kept for each row.
class ParetoColumn {
 public:
  /// Adds the next rows of the sweep, in the order of the CSV.
  void add(const SweepRows& rows);
  /// Computes the Pareto fronts. Must be called after all rows are added.
  void finish();
  /// Returns line `row` of the CSV (counted from 0, without the header) with its last cell,
  /// `pareto`, filled in.
  std::string fill_in(std::string_view line, std::size_t row) const;

 private:
  enum class Mark : std::uint8_t { none, no, yes };

  struct Trade {
    std::uint32_t group, row;
    Bytes fast_bytes;
    double latency_us;
  };

  void mark_front(std::size_t begin, std::size_t end);

  // Numbers of the groups. The key is the text of the cells that all rows of a group share.
  std::map<std::string, std::uint32_t> groups_;
  std::vector<Trade> trades_;
  std::vector<Mark> marks_;  // one mark for each row
};

}  // namespace spillway
