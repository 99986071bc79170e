// SPDX-License-Identifier: Apache-2.0
#include "planner/checks/checked_planner.h"

#include <cstddef>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/diagnostics.h"
#include "planner/checks/validate.h"
#include "planner/plan_network.h"

namespace spillway {
namespace {

// Throws an error that lists the first violations in a plan of planner `who`, if there are any.
void refuse(const std::vector<Violation>& violations, const std::string& who) {
  if (violations.empty()) return;
  std::string message =
      fmt::format("{}: the plan is not valid, {} violations:", who, violations.size());
  constexpr std::size_t most = 20;  // number of violations listed; users do not read more lines
  for (std::size_t i = 0; i < violations.size() && i < most; ++i) {
    message += fmt::format("\n  {}: {}", violation_name(violations[i].kind), violations[i].message);
  }
  if (violations.size() > most) message += fmt::format("\n  and {} more", violations.size() - most);
  throw UserError(ExitCode::run_failed, message);
}

class CheckedPlanner : public Planner {
 public:
  CheckedPlanner(std::unique_ptr<Planner> planner, const std::string& name)
      : planner_(std::move(planner)), who_("planner " + name) {}

  PlanningResult plan(const PlanningProblem& problem,
                      const PlannerOptions& options) const override {
    PlanningResult answer = planner_->plan(problem, options);
    if (answer.status == PlanStatus::ok) {
      require_valid_answer(problem, answer, who_);
    } else {
      answer.placements.resize(problem.buffers.size());
    }
    return answer;
  }
  bool can_answer() const override { return planner_->can_answer(); }
  bool plans_weights() const override { return planner_->plans_weights(); }
  bool single_memory() const override { return planner_->single_memory(); }
  bool chooses_by_time() const override { return planner_->chooses_by_time(); }
  NetworkPlan plan_by_time(const Network& network, const PlanningRequest& request) const override {
    NetworkPlan planned = planner_->plan_by_time(network, request);
    if (planned.result.status == PlanStatus::ok) {
      refuse(validate_plan(planned.plan, network), who_);
    }
    return planned;
  }
  bool honours_pins(const PlannerOptions& options) const override {
    return planner_->honours_pins(options);
  }
  bool reads_threshold() const override { return planner_->reads_threshold(); }
  bool searches(const PlannerOptions& options) const override {
    return planner_->searches(options);
  }
  bool reads_arena_limit(const PlannerOptions& options) const override {
    return planner_->reads_arena_limit(options);
  }
  Bytes tensor_alignment() const override { return planner_->tensor_alignment(); }

 private:
  std::unique_ptr<Planner> planner_;
  std::string who_;
};

}  // namespace

void require_valid_answer(const PlanningProblem& problem, const PlanningResult& answer,
                          const std::string& who) {
  if (answer.placements.size() != problem.buffers.size()) {
    throw UserError(ExitCode::run_failed,
                    fmt::format("{}: returned {} places for {} buffers", who,
                                answer.placements.size(), problem.buffers.size()));
  }
  refuse(validate_placements(problem, answer.placements, answer.outer_buffers), who);
}

std::unique_ptr<Planner> checked(std::unique_ptr<Planner> planner, const std::string& name) {
  return std::make_unique<CheckedPlanner>(std::move(planner), name);
}

}  // namespace spillway
