// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "experiments/sweep/sweep_files.h"
#include "experiments/sweep/sweep_table.h"
#include "experiments/workers/worker_pool.h"

namespace spillway {

/// Simulates points of a sweep on request, each once. With an output file, the results are stored
/// as in an interrupted sweep, so the same question, or a sweep over the same points, can resume
/// from the file.
class KeptPoints {
 public:
  /// Reads the rows that `run.output` already contains; with an empty output nothing is stored.
  /// `pool` returns the timed_row() of the point whose PointList::code() it is given. All arguments
  /// must outlive this object. Throws UserError as run_sweep() does.
  KeptPoints(SweepTable& table, const SweepRun& run, WorkerPool& pool);

  /// Simulates those of `points` that have no result yet, in the pool. Throws
  /// UserError(interrupted) after SIGINT; finished results are kept.
  void simulate(const std::vector<std::size_t>& points);

  /// Whether a simulated point has figures.
  bool is_ok(std::size_t point) const;
  /// A cell of the point's row; empty if the table has no such column.
  std::string cell(std::size_t point, const std::string& column) const;
  /// Finds the columns whose names begin with `begin` and end with `end`. Returns their names and
  /// the text between.
  std::vector<std::pair<std::string, std::string>> columns(const std::string& begin,
                                                           const std::string& end) const;
  std::size_t count() const { return rows_.size(); }

  /// Sorts the file by point. Call it once, after all simulations.
  void finish();

 private:
  SweepTable& table_;
  const SweepRun& run_;
  WorkerPool& pool_;
  std::map<std::string, std::size_t> columns_;
  std::map<std::size_t, std::vector<std::string>> rows_;  // cells, by point
  std::optional<SweepMeta> meta_;
  std::optional<SweepFiles> files_;

  void take(std::size_t point, const std::string& row);
};

}  // namespace spillway
