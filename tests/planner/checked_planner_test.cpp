// SPDX-License-Identifier: Apache-2.0
#include "planner/checks/checked_planner.h"

#include <memory>
#include <utility>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/diagnostics.h"
#include "planner/plan_network.h"
#include "planner/planner.h"
#include "tests/planner/problems.h"
#include "traces/network.h"

namespace spillway {
namespace {

/// Answers every request with the same plan.
class Fixed : public Planner {
 public:
  explicit Fixed(NetworkPlan planned) : planned_(std::move(planned)) {}

  PlanningResult plan(const PlanningProblem& /*problem*/,
                      const PlannerOptions& /*options*/) const override {
    return planned_.result;
  }
  bool chooses_by_time() const override { return true; }
  NetworkPlan plan_by_time(const Network& /*network*/,
                           const PlanningRequest& /*request*/) const override {
    return planned_;
  }

 private:
  NetworkPlan planned_;
};

PlanningRequest timed_request() {
  PlanningRequest request;
  request.memories = {{"sram", 1024, 16}};
  request.arena = {0};
  request.weights = WeightPlanning{};
  request.weights->time = [](const Plan&) { return 1.0; };
  return request;
}

NetworkPlan answer_of(NetworkPlan planned) {
  const auto planner = checked(std::make_unique<Fixed>(std::move(planned)), "fixed");
  return planner->plan_by_time(test::one_operator(), timed_request());
}

TEST(CheckedPlanner, AValidPlanByTimeIsPassedOn) {
  const NetworkPlan planned = plan_network(test::one_operator(), timed_request());
  EXPECT_EQ(answer_of(planned).plan.residencies.size(), 2U);
}

TEST(CheckedPlanner, AnInvalidPlanByTimeIsAnErrorThatNamesThePlanner) {
  NetworkPlan planned = plan_network(test::one_operator(), timed_request());
  for (Residency& residency : planned.plan.residencies) residency.offset = 0;
  try {
    answer_of(planned);
    FAIL() << "no error";
  } catch (const UserError& error) {
    EXPECT_EQ(error.code(), ExitCode::run_failed);
    EXPECT_THAT(error.what(), testing::HasSubstr("planner fixed: the plan is not valid"));
    EXPECT_THAT(error.what(), testing::HasSubstr("overlap"));
  }
}

TEST(CheckedPlanner, APlanByTimeThatDoesNotFitIsPassedOn) {
  NetworkPlan planned;
  planned.result.status = PlanStatus::does_not_fit;
  EXPECT_EQ(answer_of(planned).result.status, PlanStatus::does_not_fit);
}

}  // namespace
}  // namespace spillway
