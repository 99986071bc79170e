// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "planner/allocator.h"
#include "planner/planner.h"

namespace spillway {

/// Puts every buffer into one memory with one allocator: the fastest memory that holds the whole
/// plan. When none does, the result is does_not_fit for the largest. With an allocator that honours
/// fixed offsets it also keeps to memories that pins and blocks allow for every buffer; an offset
/// without a memory is one in the first.
class SingleMemoryPlanner : public Planner {
 public:
  /// `allocator` = "" leaves the choice to PlannerOptions::allocator, with `pairing` as default.
  SingleMemoryPlanner(std::string allocator, std::string pairing)
      : allocator_(std::move(allocator)), pairing_(std::move(pairing)) {}

  PlanningResult plan(const PlanningProblem& problem, const PlannerOptions& options) const override;
  bool single_memory() const override { return true; }
  bool honours_pins(const PlannerOptions& options) const override;
  bool searches(const PlannerOptions& options) const override;

 private:
  const Allocator& allocator(const PlannerOptions& options) const;

  std::string allocator_;
  std::string pairing_;
};

}  // namespace spillway
