// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "experiments/sweep_spec.h"

namespace spillway {

/// The columns of a sweep's CSV, and how its points become rows. Rows depend on nothing but the
/// point: not on the order, nor on what ran before. docs/formats.md describes the columns.
class SweepTable {
 public:
  explicit SweepTable(const SweepSpec& spec);

  std::string header() const;

  /// Simulates one point. One that cannot be planned, or fails, is a row with its status.
  std::string row(const SweepPoint& point);

  /// The part of a row that tells points apart: everything up to the status.
  std::string identity(const SweepPoint& point) const;

 private:
  std::string figures(const PointResult& result) const;
  std::string no_figures(const std::string& status, const std::string& message, Bytes excess) const;

  const SweepSpec& spec_;
  std::vector<std::string> hashes_;    // per network
  std::vector<std::string> memories_;  // of all targets, in order of first appearance
};

/// Called after every point: how many are done.
using SweepProgress = std::function<void(std::size_t done, std::size_t total)>;

/// The whole CSV, rows in the order of the points.
std::string run_sweep(const SweepSpec& spec, const SweepProgress& progress);

}  // namespace spillway
