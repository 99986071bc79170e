// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "experiments/sweep/skip_condition.h"
#include "experiments/sweep/sweep_spec.h"
#include "hwmodels/target/target.h"

namespace spillway {

/// The skip conditions of a sweep. A condition may contain these names:
/// * the identity columns of the CSV (the columns that identify a point);
/// * `memory.NAME`: the capacity that plans may use, whether or not the sweep sets it;
/// * `part.NAME`, if the sweep chooses the part of this memory;
/// * the options that the sweep sets.
class SkippedPoints {
 public:
  /// Throws UserError(usage) if a condition is wrong.
  explicit SkippedPoints(const SweepSpec& spec);

  /// Whether a condition holds for the point. `identity` has the cells of the point's row that
  /// identify the point, as CSV.
  bool skips(const SweepPoint& point, const std::string& identity, const Target& target);

  /// Throws UserError(usage) for a condition that has not been true for any point so far. A
  /// condition that skips no point is probably a mistake.
  void require_use(const SweepSpec& spec) const;

 private:
  std::vector<SkipCondition> conditions_;
  std::vector<bool> held_;  // for each condition: whether it was true for some point
};

/// Throws UserError(usage) if a skip condition of `spec` is wrong.
void check_skips(const SweepSpec& spec);

}  // namespace spillway
