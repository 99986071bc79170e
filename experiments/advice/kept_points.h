// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "experiments/sweep/sweep_files.h"
#include "experiments/sweep/sweep_table.h"

namespace spillway {

/// Points of a sweep that are simulated one by one as somebody asks for them, each once. With an
/// output file they are kept in it as in an interrupted sweep, which the same question or a sweep
/// over the same points continues.
class KeptPoints {
 public:
  /// Takes over the rows that `run.output` holds already; an empty output keeps nothing. Both must
  /// outlive this object. Throws UserError as run_sweep() does.
  KeptPoints(SweepTable& table, const SweepRun& run);

  /// Simulates those of `points` that were not yet, in worker processes. Throws
  /// UserError(interrupted) after SIGINT, with what is done kept.
  void simulate(const std::vector<std::size_t>& points);

  /// Of a simulated point: whether it has figures.
  bool is_ok(std::size_t point) const;
  /// A cell of its row, empty where the table has no such column.
  std::string cell(std::size_t point, const std::string& column) const;
  /// Names of the columns that begin and end so, with the parts between.
  std::vector<std::pair<std::string, std::string>> columns(const std::string& begin,
                                                           const std::string& end) const;
  std::size_t count() const { return rows_.size(); }

  /// Brings the file into the order of the points. Call once, when all is done.
  void finish();

 private:
  SweepTable& table_;
  const SweepRun& run_;
  std::map<std::string, std::size_t> columns_;
  std::map<std::size_t, std::vector<std::string>> rows_;  // cells by point
  std::optional<SweepMeta> meta_;
  std::optional<SweepFiles> files_;

  void take(std::size_t point, const std::string& row);
};

}  // namespace spillway
