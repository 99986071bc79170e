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

/// The points of a sweep, the columns of its CSV, and how points become rows. A row depends on
/// nothing but its point: not on the order, nor on what ran before. docs/formats.md describes the
/// columns.
class SweepTable {
 public:
  /// Points that the lists of `spec` give twice are there once, skipped ones not at all. Throws
  /// UserError(usage) for names that a target does not have. `spec` must outlive the table.
  explicit SweepTable(const SweepSpec& spec);

  const SweepSpec& spec() const { return spec_; }
  const PointList& points() const { return points_; }
  const std::vector<std::string>& network_hashes() const { return hashes_; }

  /// The part of a row that tells points apart: everything up to the status.
  std::string identity(std::size_t point);
  /// The point of an identity, if there is one.
  std::optional<std::size_t> find(std::string_view identity);

  /// With a line feed, as all lines of the file; rows come without.
  std::string header() const;

  /// Simulates one point. One that cannot be planned, or fails, is a row with its status.
  std::string row(std::size_t point);
  /// The user's mistake for which the last row() failed. None if it did not fail, or not for a
  /// mistake in a name, an option or a file.
  const std::optional<UserError>& mistake() const { return mistake_; }
  /// The row of a point that could not be tried.
  std::string failed_row(std::size_t point, const std::string& message);

  PointCache& cache() { return cache_; }

 private:
  std::vector<std::uint64_t> drop_skipped();
  void drop_repeated(std::vector<std::uint64_t> hashes);
  void note_memories(const Target& target);
  std::string identity_of(const SweepPoint& point);
  std::string figures(const PointResult& result) const;
  std::string no_figures(const std::string& status, const std::string& message, Bytes excess) const;

  const SweepSpec& spec_;
  PointCache cache_;
  PointList points_;
  Fingerprints identities_;            // of points_
  std::vector<std::string> hashes_;    // per network
  std::vector<std::string> memories_;  // of all targets, in order of first appearance
  std::optional<UserError> mistake_;
};

}  // namespace spillway
