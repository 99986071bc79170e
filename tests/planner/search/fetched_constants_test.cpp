// SPDX-License-Identifier: Apache-2.0
#include "planner/search/fetched_constants.h"

#include <algorithm>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/index.h"
#include "planner/checks/validate.h"
#include "tests/planner/search/chains.h"

namespace spillway::search {
namespace {

using testing::IsEmpty;

constexpr Bytes made_up_bytes = 48;

struct Planned {
  Network network;
  PlanningRequest request;
  Plan plan;
};

/// Returns a chain of six operators and its plan. The fast memory has `free` bytes above all maps
/// of the plan.
Planned planned_chain(Bytes free) {
  Random random(3);
  Planned planned;
  planned.network = chain(random, 6);
  planned.request = request_for(planned.network, unlimited);
  planned.request.planner = "single";
  planned.request.weights->policy = "in-place";
  planned.request.weights->needs.made_up = made_up_bytes;
  planned.plan = plan_network(planned.network, planned.request).plan;
  Bytes top = 0;
  for (const Residency& residency : planned.plan.residencies) {
    if (residency.memory == fast_memory) top = std::max(top, residency.offset + residency.size);
  }
  planned.plan.memories[fast_memory].capacity = top + free;
  return planned;
}

std::vector<Residency> made_up_of(const Plan& plan) {
  std::vector<Residency> made_up;
  for (const Residency& residency : plan.residencies) {
    if (residency.kind == ResidencyKind::made_up) made_up.push_back(residency);
  }
  return made_up;
}

TEST(FetchedConstants, LieInFastMemoryDuringTheirReadersAndSomeOperatorsBefore) {
  const Planned planned = planned_chain(made_up_bytes);
  const WeightNeeds& needs = planned.request.weights->needs;
  const auto fetched = with_fetched_constants(planned.plan, needs, {0, 5});
  ASSERT_TRUE(fetched);
  EXPECT_THAT(validate_plan(*fetched, planned.network), IsEmpty());
  const std::vector<Residency> made_up = made_up_of(*fetched);
  ASSERT_EQ(made_up.size(), 3U);
  EXPECT_EQ(made_up[0].memory, slow_memory);
  for (const std::size_t copy : {1U, 2U}) {
    EXPECT_EQ(made_up[copy].memory, fast_memory);
    EXPECT_EQ(made_up[copy].size, made_up_bytes);
  }
  EXPECT_EQ(made_up[1].lower, 0);
  EXPECT_EQ(made_up[1].upper, 2);
  EXPECT_LT(made_up[2].lower, 6);
  EXPECT_EQ(made_up[2].upper, 7);
  ASSERT_EQ(fetched->copies.size(), 2U);
  EXPECT_EQ(fetched->copies[1].earliest, made_up[2].lower - 1);
  EXPECT_EQ(fetched->copies[1].latest, 6);
}

TEST(FetchedConstants, LieInTheSamePlacesOfALargerMemory) {
  Planned planned = planned_chain(made_up_bytes);
  const WeightNeeds& needs = planned.request.weights->needs;
  const auto some = with_fetched_constants(planned.plan, needs, {1, 4, 5});
  planned.plan.memories[fast_memory].capacity *= 10;
  const auto more = with_fetched_constants(planned.plan, needs, {1, 4, 5});
  ASSERT_TRUE(some && more);
  ASSERT_EQ(some->residencies.size(), more->residencies.size());
  for (std::size_t i = 0; i < some->residencies.size(); ++i) {
    EXPECT_EQ(some->residencies[i].offset, more->residencies[i].offset);
    EXPECT_EQ(some->residencies[i].lower, more->residencies[i].lower);
  }
}

TEST(FetchedConstants, StayInPlaceIfFastMemoryIsFull) {
  const Planned planned = planned_chain(0);
  Plan full = planned.plan;
  // A residency (a place of data) that is live for the whole run occupies all of the fast memory.
  // So no constant can be copied there.
  const auto end = static_cast<TimeStep>(planned.network.operators.size() + 1);
  full.residencies.push_back({0, fast_memory, 0, full.memories[fast_memory].capacity, 0, end});
  EXPECT_FALSE(with_fetched_constants(full, planned.request.weights->needs, {2}));
}

TEST(FetchedConstants, StayInPlaceInCascades) {
  const Planned planned = planned_chain(made_up_bytes);
  Plan striped = planned.plan;
  striped.cascades.push_back({2, 2, {1}});
  const WeightNeeds& needs = planned.request.weights->needs;
  EXPECT_FALSE(with_fetched_constants(striped, needs, {2}));
  const auto behind = with_fetched_constants(striped, needs, {3});
  ASSERT_TRUE(behind);
  EXPECT_EQ(made_up_of(*behind).size(), 2U);
}

TEST(FetchedConstants, AreNotCopiedWithinOneMemory) {
  Planned planned = planned_chain(made_up_bytes);
  for (Residency& residency : planned.plan.residencies) {
    if (residency.kind == ResidencyKind::made_up) residency.memory = fast_memory;
  }
  EXPECT_FALSE(with_fetched_constants(planned.plan, planned.request.weights->needs, {2}));
}

TEST(FetchedConstants, ThatNoCopyFillsAreAViolation) {
  const Planned planned = planned_chain(made_up_bytes);
  auto fetched = with_fetched_constants(planned.plan, planned.request.weights->needs, {5});
  ASSERT_TRUE(fetched);
  fetched->copies.clear();
  const std::vector<Violation> violations = validate_plan(*fetched, planned.network);
  ASSERT_EQ(violations.size(), 1U);
  EXPECT_EQ(violations.front().message,
            "'made-up constants' is never copied to its place at step " +
                std::to_string(fetched->residencies.back().lower));
}

}  // namespace
}  // namespace spillway::search
