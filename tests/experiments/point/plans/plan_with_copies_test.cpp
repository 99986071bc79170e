// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/index.h"
#include "experiments/point/design_point.h"
#include "planner/checks/validate.h"
#include "planner/plan_io/plan_csv.h"
#include "tests/experiments/point/expect_whole.h"
#include "traces/files/network_loader.h"

namespace spillway {
namespace {

using testing::IsEmpty;

std::vector<TimeStep> uses_of(const Network& network, TensorIndex tensor) {
  std::vector<TimeStep> uses;
  for (std::size_t op = 0; op < network.operators.size(); ++op) {
    const Operator& candidate = network.operators[op];
    for (const auto* operands : {&candidate.inputs, &candidate.outputs}) {
      if (std::find(operands->begin(), operands->end(), tensor) == operands->end()) continue;
      uses.push_back(static_cast<TimeStep>(op) + 1);
      break;
    }
  }
  return uses;
}

Bytes top_of(const Plan& plan, MemoryIndex memory) {
  Bytes top = 0;
  for (const Residency& residency : plan.residencies) {
    if (residency.memory == memory) top = std::max(top, residency.offset + residency.size);
  }
  return (top + 15) / 16 * 16;
}

/// Changes the plan if the map in residency `index` (a place of a map) has two consecutive uses
/// with at least one operator between them. After the first use, the map is then copied to the
/// memory `slow`. Before the second use, it is copied to a new place in its first memory. Returns
/// whether the plan was changed.
bool send_away(const Network& network, std::int32_t index, MemoryIndex slow, Plan& plan) {
  const Residency whole = at(plan.residencies, index);
  const std::vector<TimeStep> uses = uses_of(network, whole.tensor);
  for (std::size_t i = 0; i + 1 < uses.size(); ++i) {
    const TimeStep last = uses[i];
    const TimeStep next = uses[i + 1];
    if (next - last < 2) continue;
    Residency away = whole;
    away.memory = slow;
    away.offset = top_of(plan, slow);
    away.lower = last + 1;
    away.upper = next;
    Residency back = whole;
    back.offset = top_of(plan, whole.memory);
    back.lower = next;
    at(plan.residencies, index).upper = last + 1;
    const auto first = static_cast<std::int32_t>(plan.residencies.size());
    plan.residencies.push_back(away);
    plan.residencies.push_back(back);
    plan.copies.push_back({whole.tensor, index, first, last, last + 1});
    plan.copies.push_back({whole.tensor, first, first + 1, next - 1, next});
    return true;
  }
  return false;
}

// A plan may copy the map of a skip connection to DRAM, and back before the addition that reads the
// map.
TEST(PlanWithCopies, MapsMoveToSlowMemoryAndBack) {
  for (const char* name : {"resnet8", "mobilenet_v2_1.0_224"}) {
    SCOPED_TRACE(name);
    const Network network = load_network(name);
    DesignPoint point;
    point.target = "ethos-u65-256";
    point.weight_policy = "in-place";
    const PointResult before = run_point(network, point);
    Plan plan = before.plan.plan;
    const auto maps = static_cast<std::int32_t>(plan.residencies.size());
    const auto slow = static_cast<MemoryIndex>(plan.memories.size() - 1);
    ASSERT_EQ(at(plan.memories, slow).name, "dram");
    std::size_t moved = 0;
    for (std::int32_t i = 0; i < maps; ++i) {
      if (at(plan.residencies, i).memory != 0) continue;
      moved += send_away(before.network, i, slow, plan) ? 1 : 0;
    }
    ASSERT_GE(moved, 2U);
    EXPECT_THAT(validate_plan(plan, before.network), IsEmpty());
    point.plan_text = write_plan_csv(plan, before.network);
    point.plan_source = "moved.csv";
    const PointResult after = run_point(network, point);
    EXPECT_EQ(after.program.transfers.size(), before.program.transfers.size() + 2 * moved);
    EXPECT_GT(after.timing.total, before.timing.total) << "the way is not free";
    test::expect_whole(network, point, after);
    Plan broken = plan;
    broken.copies.back().earliest = broken.copies.back().latest;
    EXPECT_EQ(validate_plan(broken, before.network).at(0).kind, ViolationKind::bad_copy);
    broken.copies.pop_back();
    EXPECT_EQ(validate_plan(broken, before.network).at(0).kind, ViolationKind::bad_copy);
  }
}

}  // namespace
}  // namespace spillway
