// SPDX-License-Identifier: Apache-2.0
#include "experiments/capacity_error.h"

#include <fmt/format.h>

#include "base/diagnostics.h"
#include "planner/footprint.h"

namespace spillway {
namespace {

std::string misfit(const Network& network, PlanningRequest request, const NetworkPlan& plan) {
  const auto memory = static_cast<std::size_t>(plan.result.memory);
  const Bytes available = request.memories[memory].capacity;
  request.memories[memory].capacity = unlimited;
  const NetworkPlan roomy = plan_network(network, request);
  const BudgetCheck check = check_budget(roomy.plan.residencies, {plan.result.memory, available});
  return describe_budget(check, request.memories[memory].name, network);
}

}  // namespace

void require_fit(const Network& network, const PlanningRequest& request, const NetworkPlan& plan) {
  switch (plan.result.status) {
    case PlanStatus::ok:
      return;
    case PlanStatus::does_not_fit:
      throw UserError(ExitCode::run_failed,
                      fmt::format("planner {}: the plan does not fit: {}", request.planner,
                                  misfit(network, request, plan)));
    case PlanStatus::infeasible:
      throw UserError(ExitCode::run_failed,
                      fmt::format("planner {}: proven: no plan exists within these capacities",
                                  request.planner));
    case PlanStatus::budget_exhausted:
      throw UserError(ExitCode::run_failed,
                      fmt::format("planner {}: no plan found within its search budget; raise "
                                  "--search-budget",
                                  request.planner));
  }
}

}  // namespace spillway
