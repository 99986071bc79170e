// SPDX-License-Identifier: Apache-2.0
#include "planner/weight_policy.h"

#include <algorithm>
#include <functional>
#include <memory>
#include <random>
#include <string>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/diagnostics.h"
#include "base/index.h"
#include "planner/blocks.h"
#include "planner/planner.h"
#include "tests/user_error.h"

namespace spillway {
namespace {

constexpr TensorIndex first_weights = 100;

/// Returns what a weight policy must know about operator `op`, which has `channels` output channels
/// with `bytes` bytes of weights each.
WeightNeed need(std::int32_t op, std::int32_t channels, Bytes bytes) {
  WeightNeed result;
  result.op = op;
  result.weights = first_weights + op;
  result.channels = channels;
  result.granule = 16;
  result.may_be_fetched = true;
  result.slices = [channels, bytes](const std::vector<std::int32_t>& first_channels) {
    std::vector<WeightFlowSlice> slices;
    for (std::size_t i = 0; i < first_channels.size(); ++i) {
      const std::int32_t end = i + 1 < first_channels.size() ? first_channels[i + 1] : channels;
      slices.push_back({first_channels[i], (end - first_channels[i]) * bytes, 16, 0});
    }
    return slices;
  };
  return result;
}

WeightNeeds some_needs(std::mt19937& random) {
  WeightNeeds needs;
  needs.constants = 1;
  needs.buffers = 0;
  needs.bytes_per_cycle = {16, 1};
  for (std::int32_t op = 0; op < 12; ++op) {
    needs.compute_cycles.push_back(static_cast<double>(random() % 3000));
    const auto channels = static_cast<std::int32_t>(16 + random() % 100);
    if (random() % 4 != 0) needs.operators.push_back(need(op, channels, 1 + random() % 60));
  }
  return needs;
}

/// Returns a plan whose feature maps occupy a random part of the first 3,200 bytes of fast memory
/// at each step. The fast memory has a random size of at least 3,200 bytes.
Plan some_plan(std::mt19937& random) {
  Plan plan;
  plan.memories = {{"fast", 3200 + static_cast<Bytes>(random() % 8192), 16},
                   {"slow", unlimited, 16}};
  for (TensorIndex tensor = 0; tensor < 12; ++tensor) {
    const auto size = static_cast<Bytes>(16 + random() % 1500);
    plan.residencies.push_back({tensor, 0, tensor % 2 == 0 ? 0 : 1600, size, tensor, tensor + 2});
  }
  return plan;
}

/// Checks that the plan has one weight flow (the buffers and slices of an operator's weights) per
/// element of `needs.operators`. Checks that all residencies (places of tensors) lie within their
/// memories, and that residencies which are live at the same time do not overlap. Also checks that
/// each weight buffer is at least as large as every slice that is copied to it, and that it is live
/// from the start of the first of these copies until the operator has ended.
void expect_sound(const WeightNeeds& needs, const Plan& plan) {
  ASSERT_EQ(plan.weights.size(), needs.operators.size());
  for (std::size_t i = 0; i < plan.residencies.size(); ++i) {
    const Residency& a = plan.residencies[i];
    EXPECT_LE(a.offset + a.size, at(plan.memories, a.memory).capacity);
    for (std::size_t j = 0; j < i; ++j) {
      const Residency& b = plan.residencies[j];
      const bool apart = a.offset + a.size <= b.offset || b.offset + b.size <= a.offset;
      EXPECT_TRUE(apart || !live_together(a, b)) << i << " and " << j;
    }
  }
  for (const WeightFlow& flow : plan.weights) {
    EXPECT_EQ(flow.slices.front().first_channel, 0);
    for (std::size_t i = 0; i < flow.slices.size() && !flow.in_place(); ++i) {
      const Residency& buffer = at(plan.residencies, flow.buffers[i % flow.buffers.size()]);
      EXPECT_LE(flow.slices[i].bytes(), buffer.size);
      EXPECT_LE(buffer.lower, flow.slices[i].fetch_at);
      EXPECT_GT(buffer.upper, flow.op + 1);
    }
  }
}

TEST(WeightPolicies, FindRoomThatIsFreeForEveryOperator) {
  std::mt19937 random(7);
  for (int round = 0; round < 200; ++round) {
    const WeightNeeds needs = some_needs(random);
    const Plan maps = some_plan(random);
    for (const WeightPolicy& entry : weight_policies()) {
      SCOPED_TRACE(entry.name);
      Plan plan = maps;
      entry.decide(needs, {}, plan);
      expect_sound(needs, plan);
    }
  }
}

TEST(WeightPolicies, LeaveFlowsThatThePlanHas) {
  std::mt19937 random(7);
  const WeightNeeds needs = some_needs(random);
  for (const WeightPolicy& entry : weight_policies()) {
    Plan plan = some_plan(random);
    const WeightNeed& first = needs.operators.front();
    plan.weights.push_back({first.op, {}, first.slices({0, 16})});
    entry.decide(needs, {}, plan);
    EXPECT_EQ(plan.weights.size(), needs.operators.size()) << entry.name;
    EXPECT_EQ(flow_of(plan, first.op)->slices.size(), 2U) << entry.name;
  }
}

TEST(WeightPolicies, AutoTakesTheFastestAndInPlaceWhenNothingIsGained) {
  std::mt19937 random(7);
  const WeightNeeds needs = some_needs(random);
  const Plan maps = some_plan(random);
  const auto decide = [&](const PlanTime& time) {
    Plan plan = maps;
    const auto fastest = [&](const std::vector<Plan>& plans) {
      const auto slower = [&](const Plan& a, const Plan& b) { return time(a) < time(b); };
      return static_cast<std::size_t>(std::min_element(plans.begin(), plans.end(), slower) -
                                      plans.begin());
    };
    find_weight_policy("auto").decide(needs, fastest, plan);
    return plan;
  };
  const auto copies = [](const Plan& plan) {
    double count = 0;
    for (const WeightFlow& flow : plan.weights) count += flow.in_place() ? 0 : 1;
    return count;
  };
  EXPECT_EQ(copies(decide([](const Plan&) { return 1.0; })), 0);
  EXPECT_EQ(copies(decide(copies)), 0);
  EXPECT_GT(copies(decide([&](const Plan& plan) { return -copies(plan); })), 0);
}

/// Returns the number of plans that the weight policy `auto` compares.
std::size_t plans_compared(const WeightNeeds& needs, Plan plan) {
  std::size_t count = 0;
  const FastestPlan fastest = [&](const std::vector<Plan>& plans) -> std::size_t {
    count += plans.size();
    return 0;
  };
  find_weight_policy("auto").decide(needs, fastest, plan);
  return count;
}

TEST(WeightPolicies, AutoTriesLessMemoryButNotOnLongNetworks) {
  constexpr std::size_t policies = 3;
  std::mt19937 random(7);
  bool with_less_memory = false;
  for (int round = 0; round < 50; ++round) {
    WeightNeeds needs = some_needs(random);
    const Plan maps = some_plan(random);
    with_less_memory = with_less_memory || plans_compared(needs, maps) > policies;
    needs.compute_cycles.resize(operators_of_long_network, 1);
    EXPECT_LE(plans_compared(needs, maps), policies);
  }
  EXPECT_TRUE(with_less_memory);
}

std::string decided(const Plan& plan) {
  std::string text;
  for (const WeightFlow& flow : plan.weights) {
    text += fmt::format("op {}:", flow.op);
    for (const std::int32_t buffer : flow.buffers) text += fmt::format(" {}", buffer);
    for (const WeightFlowSlice& slice : flow.slices) {
      text += fmt::format(" {}@{}", slice.first_channel, slice.fetch_at);
    }
  }
  for (const Residency& place : plan.residencies) {
    text += fmt::format("\n{} {} {}", place.tensor, place.offset, place.size);
  }
  return text;
}

/// Returns the index of the plan with the least cost. The cost is a hash of the plan's weight flows
/// and places, so different plans have different costs.
std::size_t fastest_of(const std::vector<Plan>& plans) {
  const auto cost = [](const Plan& plan) { return std::hash<std::string>()(decided(plan)); };
  return static_cast<std::size_t>(
      std::min_element(plans.begin(), plans.end(),
                       [&](const Plan& a, const Plan& b) { return cost(a) < cost(b); }) -
      plans.begin());
}

// Besides a plan, decide() returns a range of sizes of the fast memory. For all sizes of the range,
// the policy must make the same plan.
TEST(WeightPolicies, DecideTheSameForAllSizesOfTheStatedRange) {
  std::mt19937 random(7);
  int same = 0;
  for (int round = 0; round < 100; ++round) {
    const WeightNeeds needs = some_needs(random);
    const Plan maps = some_plan(random);
    for (const WeightPolicy& entry : weight_policies()) {
      CapacityRange range;
      std::string before;
      for (int size = 0; size < 12; ++size) {
        Plan plan = maps;
        plan.memories[0].capacity = 3200 + static_cast<Bytes>(random() % 12000);
        const Bytes capacity = plan.memories[0].capacity;
        const CapacityRange said = entry.decide(needs, fastest_of, plan);
        EXPECT_TRUE(said.contain(capacity));
        if (size > 0 && range.contain(capacity)) {
          EXPECT_EQ(decided(plan), before) << entry.name;
          ++same;
        }
        range = said;
        before = decided(plan);
      }
    }
  }
  EXPECT_GT(same, 500);
}

TEST(WeightPolicies, AnUnknownNameIsAUsageError) {
  EXPECT_THAT(test::user_error([&] { find_weight_policy("vella"); }, ExitCode::usage),
              testing::HasSubstr("'vela'"));
}

}  // namespace
}  // namespace spillway
