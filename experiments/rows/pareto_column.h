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

/// The last column of a sweep's CSV, `pareto`: yes for the rows on the front of their group (see
/// TradeGroup), no for others with a latency, empty where there is none. Rows come some at a time,
/// and little is kept of them.
class ParetoColumn {
 public:
  /// Rows behind those added so far.
  void add(const SweepRows& rows);
  /// Finds the fronts, when all rows are added.
  void finish();
  /// Line `row` of the CSV, from 0, with its last cell filled in.
  std::string fill_in(std::string_view line, std::size_t row) const;

 private:
  enum class Mark : std::uint8_t { none, no, yes };

  struct Trade {
    std::uint32_t group, row;
    Bytes fast_bytes;
    double latency_us;
  };

  void mark_front(std::size_t begin, std::size_t end);

  std::map<std::string, std::uint32_t> groups_;  // by what its rows have in common
  std::vector<Trade> trades_;
  std::vector<Mark> marks_;  // by row
};

}  // namespace spillway
