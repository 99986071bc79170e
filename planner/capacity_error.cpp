// SPDX-License-Identifier: Apache-2.0
#include "planner/capacity_error.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "base/text.h"

namespace spillway {

CapacityError::CapacityError(PlanStatus status, Bytes excess, const std::string& message,
                             std::string memory)
    : UserError(ExitCode::run_failed, message),
      status_(status),
      excess_(excess),
      memory_(std::move(memory)) {}

const char* status_name(PlanStatus status) {
  switch (status) {
    case PlanStatus::ok:
      return "ok";
    case PlanStatus::does_not_fit:
      return "does not fit";
    case PlanStatus::infeasible:
      return "infeasible";
    case PlanStatus::budget_exhausted:
      return "budget exhausted";
  }
  return "";
}

CapacityError does_not_fit(const std::string& whose, const std::string& memory, Bytes required,
                           Bytes available) {
  const Bytes excess = required - available;
  return {
      PlanStatus::does_not_fit, excess,
      fmt::format("{} does not fit {}: required {} bytes, available {}, excess {}", whose, memory,
                  with_thousands(required), with_thousands(available), with_thousands(excess)),
      memory};
}

void require_room(const std::string& whose, const Plan& plan) {
  for (std::size_t m = 0; m < plan.memories.size(); ++m) {
    Bytes peak = 0;
    for (const Residency& residency : plan.residencies) {
      if (static_cast<std::size_t>(residency.memory) != m) continue;
      peak = std::max(peak, residency.offset + residency.size);
    }
    const MemorySpace& memory = plan.memories[m];
    if (peak > memory.capacity) throw does_not_fit(whose, memory.name, peak, memory.capacity);
  }
}

}  // namespace spillway
