// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostics.h"
#include "experiments/point/point_cache.h"
#include "experiments/rows/sweep_columns.h"
#include "experiments/sweep/fingerprints.h"
#include "experiments/sweep/sweep_spec.h"

namespace spillway {

/// The points of a sweep, and the rows and columns of its CSV. The values in a row depend only on
/// the row's point, not on other points or on their order. The only exception is the cell `pareto`,
/// which is empty in the rows of this class and is filled in when all rows are known.
/// docs/formats.md describes the columns.
class SweepTable {
 public:
  /// Builds the points of `spec`. A point that the lists of `spec` give twice is in the table once.
  /// Points for which a skip condition holds are dropped. Throws UserError(usage) if a target does
  /// not have a memory that `spec` names, if no target has a combination of system configuration
  /// and memory mode that `spec` names, if a skip condition is wrong or skips no point, or if no
  /// point is left. `spec` must outlive the table.
  explicit SweepTable(const SweepSpec& spec);

  const SweepSpec& spec() const { return spec_; }
  const PointList& points() const { return points_; }
  const std::vector<std::string>& network_hashes() const { return hashes_; }

  /// Returns the cells of a row that identify its point: all cells before the cell `status`.
  std::string identity(std::size_t point) { return identity(points_[point]); }
  std::string identity(const SweepPoint& point);
  /// Returns the number of the point with this identity; nothing if the table has no such point.
  std::optional<std::size_t> find(std::string_view identity);

  /// Returns the header of the CSV, which ends in a line feed. Rows do not end in a line feed.
  std::string header() const;

  /// Simulates one point and returns its row. If the point cannot be planned, or its simulation
  /// fails, the status of the row says so, and the row has no figures.
  std::string row(std::size_t point) { return row(points_[point]); }
  /// Simulates a point that need not be in the table and returns its row. The point must be equal
  /// to a point of the table except for the sizes of memories.
  std::string row(const SweepPoint& point);
  /// Returns the user's mistake (a wrong name, option or file) because of which the last row()
  /// failed. Returns nothing if the row did not fail, or failed for another reason.
  const std::optional<UserError>& mistake() const { return mistake_; }
  /// Returns a row with status `failed` for a point that could not be simulated.
  std::string failed_row(std::size_t point, const std::string& message) {
    return failed_row(points_[point], message);
  }

  PointCache& cache() { return cache_; }

 private:
  std::vector<std::uint64_t> drop_skipped();
  void drop_repeated(std::vector<std::uint64_t> hashes);
  void note_memories(const Target& target);
  std::string failed_row(const SweepPoint& point, const std::string& message);
  std::string figures(const PointResult& result) const;
  std::string no_figures(const std::string& status, const std::string& message, Bytes excess) const;

  const SweepSpec& spec_;
  PointCache cache_;
  PointList points_;
  Fingerprints identities_;          // finds points by the cells that identify them
  std::vector<std::string> hashes_;  // network_hash() of each network
  // Names of the memories of all targets, in order of first appearance.
  std::vector<std::string> memories_;
  std::optional<UserError> mistake_;
};

}  // namespace spillway
