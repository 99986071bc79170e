// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "planner/planner.h"

namespace spillway {

/// Puts every buffer into one memory with one allocator: the fastest memory that holds the whole
/// plan. When none does, the result is does_not_fit for the largest.
class SingleMemoryPlanner : public Planner {
 public:
  /// `allocator` = "" leaves the choice to PlannerOptions::allocator, with `pairing` as default.
  SingleMemoryPlanner(std::string allocator, std::string pairing)
      : allocator_(std::move(allocator)), pairing_(std::move(pairing)) {}

  PlanningResult plan(const PlanningProblem& problem, const PlannerOptions& options) const override;
  bool single_memory() const override { return true; }

 private:
  std::string allocator_;
  std::string pairing_;
};

}  // namespace spillway
