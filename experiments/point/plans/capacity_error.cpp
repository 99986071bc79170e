// SPDX-License-Identifier: Apache-2.0
#include "experiments/point/plans/capacity_error.h"

#include <fmt/format.h>

#include "base/index.h"
#include "planner/peaks/footprint.h"

namespace spillway {
namespace {

BudgetCheck budget_without_limit(const NetworkPlan& plan, const PlanUnlimited& plan_unlimited) {
  const MemorySpace& memory = at(plan.plan.memories, plan.result.memory);
  const NetworkPlan uncapped = plan_unlimited(plan.result.memory);
  return check_budget(uncapped.plan.residencies, {plan.result.memory, memory.capacity});
}

}  // namespace

void require_fit(const Network& network, const std::string& planner, const NetworkPlan& plan,
                 const PlanUnlimited& plan_unlimited) {
  const PlanStatus status = plan.result.status;
  switch (status) {
    case PlanStatus::ok:
      return;
    case PlanStatus::does_not_fit: {
      if (plan.result.memory == no_memory) {  // the planner names no memory that is too small
        throw CapacityError(status, 0,
                            fmt::format("planner {}: the plan does not fit: it leaves feature maps "
                                        "without a place",
                                        planner));
      }
      const BudgetCheck check = budget_without_limit(plan, plan_unlimited);
      const MemorySpace& memory = at(plan.plan.memories, plan.result.memory);
      throw CapacityError(status, check.excess,
                          fmt::format("planner {}: the plan does not fit: {}", planner,
                                      describe_budget(check, memory.name, network)),
                          memory.name);
    }
    case PlanStatus::infeasible:
      throw CapacityError(
          status, 0,
          fmt::format("planner {}: proven: no plan exists within these capacities", planner));
    case PlanStatus::budget_exhausted:
      throw CapacityError(status, 0,
                          fmt::format("planner {}: no plan found within its search budget; raise "
                                      "--search-budget",
                                      planner));
  }
}

}  // namespace spillway
