// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "hwmodels/target/target.h"
#include "hwmodels/xcore/schedule/emit.h"
#include "planner/plan.h"
#include "traces/network.h"

namespace spillway::xcore {

/// Finds the addresses of operands under a plan.
class Locator {
 public:
  /// Throws UserError(run_failed) for a plan with copies (the chip has no DMA) and for a plan that
  /// names a memory that the target does not have.
  Locator(const Network& network, const Plan& plan, const Target& target, const Threading& threads);

  /// Returns the places of all operands of operator `op`. Throws UserError(run_failed) if the plan
  /// gives an operand no place, or if an operand is a large constant in flash, which the processor
  /// cannot address.
  Operands operands(std::size_t op) const;

 private:
  Place place(TensorIndex tensor, std::size_t op, bool loaded) const;
  Place arena_place(Address offset, std::uint8_t memory) const;
  void stack_operator_data(const Threading& threads);

  const Network& network_;
  const Target& target_;
  Address arena_misalignment_;  // bytes from a cache-line boundary to the arena in external RAM
  std::vector<std::uint8_t> memory_;  // per memory of the plan: its index in the target
  std::vector<std::vector<const Residency*>> homes_;  // per tensor: its places in the plan
  std::vector<Place> data_;                           // per operator: its operator data
};

}  // namespace spillway::xcore
