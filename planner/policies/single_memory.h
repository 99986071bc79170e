// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "planner/allocator.h"
#include "planner/planner.h"

namespace spillway {

/// Puts every buffer into one memory, the fastest that holds the complete plan, with one allocator.
/// If no memory holds the plan, the result is that for the largest memory. If the allocator honours
/// fixed offsets, the planner also honours pinned and blocked memories; an offset without a memory
/// refers to the first memory.
class SingleMemoryPlanner : public Planner {
 public:
  /// If `allocator` is empty, the allocator is that of PlannerOptions::allocator or, by default,
  /// `pairing`.
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
