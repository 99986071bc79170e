// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "experiments/sweep/skip_condition.h"
#include "experiments/sweep/sweep_spec.h"
#include "hwmodels/target/target.h"

namespace spillway {

/// The skip conditions of a sweep. Points are known by the columns of their identity, by
/// `memory.NAME` (the capacity that plans may use, also where the sweep does not set it),
/// `part.NAME` where the sweep chooses it, and the options that it sets.
class SkippedPoints {
 public:
  /// Throws UserError(usage).
  explicit SkippedPoints(const SweepSpec& spec);

  /// `identity` are the first cells of the point's row.
  bool skips(const SweepPoint& point, const std::string& identity, const Target& target);

  /// Throws UserError(usage) for a condition that was true for none of the points asked about so
  /// far.
  void require_use(const SweepSpec& spec) const;

 private:
  std::vector<SkipCondition> conditions_;
  std::vector<bool> held_;  // whether each condition has been true for a point so far
};

/// Throws UserError(usage) when a skip condition of `spec` is wrong.
void check_skips(const SweepSpec& spec);

}  // namespace spillway
