// SPDX-License-Identifier: Apache-2.0
#include "experiments/capacity_error.h"

#include <fmt/format.h>

#include "base/diagnostics.h"
#include "planner/footprint.h"

namespace spillway {
namespace {

std::string misfit(const Network& network, const NetworkPlan& plan,
                   const PlanWithout& plan_without) {
  const MemorySpace& memory = plan.plan.memories[static_cast<std::size_t>(plan.result.memory)];
  const NetworkPlan roomy = plan_without(plan.result.memory);
  const BudgetCheck check =
      check_budget(roomy.plan.residencies, {plan.result.memory, memory.capacity});
  return describe_budget(check, memory.name, network);
}

}  // namespace

void require_fit(const Network& network, const std::string& planner, const NetworkPlan& plan,
                 const PlanWithout& plan_without) {
  switch (plan.result.status) {
    case PlanStatus::ok:
      return;
    case PlanStatus::does_not_fit:
      throw UserError(ExitCode::run_failed,
                      fmt::format("planner {}: the plan does not fit: {}", planner,
                                  misfit(network, plan, plan_without)));
    case PlanStatus::infeasible:
      throw UserError(
          ExitCode::run_failed,
          fmt::format("planner {}: proven: no plan exists within these capacities", planner));
    case PlanStatus::budget_exhausted:
      throw UserError(ExitCode::run_failed,
                      fmt::format("planner {}: no plan found within its search budget; raise "
                                  "--search-budget",
                                  planner));
  }
}

}  // namespace spillway
