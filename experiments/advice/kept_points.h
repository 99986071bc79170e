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

/// Simulates points of a sweep when they are asked for, each point once. If there is an output
/// file, results are stored there as in an interrupted sweep. So the same question can resume from
/// the file, and so can a sweep over the same points.
class KeptPoints {
 public:
  /// `run.output` is the output file: reads the rows that it has from an earlier run. If
  /// `run.output` is empty, nothing is stored. `pool` must return the timed_row() of a point; its
  /// request is the PointList::code() of this point. All arguments must outlive this object. Throws
  /// UserError as run_sweep() does.
  KeptPoints(SweepTable& table, const SweepRun& run, WorkerPool& pool);

  /// Simulates those of `points` that have no result yet, in the pool. Throws
  /// UserError(interrupted) after SIGINT; finished results are kept.
  void simulate(const std::vector<std::size_t>& points);

  /// Whether the point was simulated with success, so that its row has times.
  bool is_ok(std::size_t point) const;
  /// A cell of the point's row; empty if the table has no such column.
  std::string cell(std::size_t point, const std::string& column) const;
  /// Finds the columns whose names begin with `begin` and end with `end`. Returns their names, each
  /// with the text between these ends.
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
  std::map<std::size_t, std::vector<std::string>> rows_;  // rows by number of the point
  std::optional<SweepMeta> meta_;
  std::optional<SweepFiles> files_;

  void take(std::size_t point, const std::string& row);
};

}  // namespace spillway
