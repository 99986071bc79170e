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

/// Simulates points of a sweep on demand, each point once. With an output file, stores the results
/// in this file. Another run of the same question, or a sweep over the same points, can later
/// resume from this file, because it looks like the file of an interrupted sweep.
class KeptPoints {
 public:
  /// `run.output` is the path of the output file; rows of an earlier run in this file are read. If
  /// the path is empty, no results are stored. In `pool`, the request of a job is PointList::code()
  /// of a point, and the worker must return timed_row() of this point. All arguments must outlive
  /// this object. Throws the errors of run_sweep().
  KeptPoints(SweepTable& table, const SweepRun& run, WorkerPool& pool);

  /// Simulates, in the pool, each of `points` that has no result yet. Throws UserError(interrupted)
  /// after one of ending_signals; results of finished points are kept.
  void simulate(const std::vector<std::size_t>& points);

  /// Whether the simulation of the point succeeded. The row of a point whose simulation failed has
  /// no times.
  bool is_ok(std::size_t point) const;
  /// Returns a cell of the point's row; empty if the table has no such column.
  std::string cell(std::size_t point, const std::string& column) const;
  /// Finds the columns whose names begin with `begin` and end with `end`. Returns pairs of a
  /// column's name and the part of the name between `begin` and `end`.
  std::vector<std::pair<std::string, std::string>> columns(const std::string& begin,
                                                           const std::string& end) const;
  std::size_t count() const { return rows_.size(); }

  /// Sorts the rows of the file by point, and writes FILE.meta.json. Must be called once, after all
  /// simulations.
  void finish();

 private:
  SweepTable& table_;
  const SweepRun& run_;
  WorkerPool& pool_;
  std::map<std::string, std::size_t> columns_;
  // The cells of each row; the key is the number of the point.
  std::map<std::size_t, std::vector<std::string>> rows_;
  std::optional<SweepMeta> meta_;
  std::optional<SweepFiles> files_;

  void take(std::size_t point, const std::string& row);
};

}  // namespace spillway
