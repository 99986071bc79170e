// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <set>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "planner/allocator.h"
#include "planner/checks/validate.h"
#include "planner/placement/placement.h"
#include "planner/planner.h"
#include "tests/planner/problems.h"

namespace spillway {
namespace {

constexpr std::int64_t small_budget = 200;  // search budget that keeps the tests fast

PlannerOptions quick() {
  PlannerOptions options;
  options.search_budget = small_budget;
  return options;
}

// Returns whether the plans of a planner never let live buffers overlap. Only TinyEngine's planner
// lets buffers with equal live ranges overlap.
bool is_sound(const PlannerEntry& entry) { return entry.name != "tinyengine-firstfit"; }

std::string first_message(const std::vector<Violation>& violations) {
  return violations.empty() ? "" : violations.front().message;
}

Bytes bytes_outside_fastest(const PlanningProblem& problem, const PlanningResult& result) {
  Bytes bytes = 0;
  for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
    bytes += result.placements[i].memory == 0 ? 0 : problem.buffers[i].size;
  }
  return bytes;
}

RC_GTEST_PROP(EveryPlanner, MakesValidPlansInOneMemory, ()) {
  const auto problem = test::one_memory(test::random_buffers(24, *rc::gen::arbitrary<bool>()));
  for (const PlannerEntry& entry : planners()) {
    if (!is_sound(entry)) {
      continue;
    }
    const PlanningResult result = entry.planner->plan(problem, quick());
    RC_ASSERT(result.status != PlanStatus::does_not_fit);
    if (result.status == PlanStatus::ok) {
      RC_LOG() << entry.name << "\n";
      RC_ASSERT(first_message(
                    validate_placements(problem, result.placements, result.outer_buffers)) == "");
    }
  }
}

RC_GTEST_PROP(EveryPlanner, MakesValidPlansInASmallMemoryBeforeALargeOne, ()) {
  auto buffers = test::random_buffers(16, *rc::gen::arbitrary<bool>());
  auto problem = test::two_memories(buffers, *rc::gen::inRange(1, 2000));
  problem.memories.front().alignment = *rc::gen::element(1, 8, 32);
  for (const PlannerEntry& entry : planners()) {
    const PlanningResult result = entry.planner->plan(problem, quick());
    if (is_sound(entry) && result.status == PlanStatus::ok) {
      RC_LOG() << entry.name << "\n";
      RC_ASSERT(first_message(
                    validate_placements(problem, result.placements, result.outer_buffers)) == "");
    }
  }
}

RC_GTEST_PROP(EveryPlanner, GivesTheSamePlanTwice, ()) {
  const auto problem = test::two_memories(test::random_buffers(12, true), 500);
  for (const PlannerEntry& entry : planners()) {
    const auto first = entry.planner->plan(problem, quick());
    const auto second = entry.planner->plan(problem, quick());
    RC_ASSERT(first.status == second.status);
    for (std::size_t i = 0; i < first.placements.size(); ++i) {
      RC_ASSERT(first.placements[i].memory == second.placements[i].memory);
      RC_ASSERT(first.placements[i].offset == second.placements[i].offset);
    }
  }
}

RC_GTEST_PROP(EveryPlanner, ReportsTheExcessOfWhatDoesNotFit, ()) {
  const auto problem =
      test::one_memory(test::random_buffers(12, false), *rc::gen::inRange(16, 800));
  for (const PlannerEntry& entry : planners()) {
    const PlanningResult result = entry.planner->plan(problem, quick());
    if (result.status == PlanStatus::does_not_fit && entry.name != "tflm") {
      RC_LOG() << entry.name << "\n";
      RC_ASSERT(result.memory == 0);
      RC_ASSERT(result.excess > 0);
    }
  }
}

RC_GTEST_PROP(TinyEngine, OverlapsOnlyBuffersOfIdenticalLifetime, ()) {
  const auto problem = test::one_memory(test::random_buffers(24, false));
  const auto result = find_planner("tinyengine-firstfit").planner->plan(problem, {});
  std::set<std::pair<TimeStep, TimeStep>> lifetimes;
  for (const Buffer& buffer : problem.buffers) {
    lifetimes.insert({buffer.lower, buffer.upper});
  }
  const auto violations = validate_placements(problem, result.placements);
  if (lifetimes.size() == problem.buffers.size()) {
    RC_ASSERT(violations.empty());
  }
  for (const Violation& violation : violations) {
    RC_ASSERT(violation.kind == ViolationKind::overlap);
  }
}

TEST(TinyEngine, PlacesIdenticalLifetimesOnTopOfEachOtherAndTheValidatorSaysSo) {
  const auto problem = test::one_memory({test::buffer("a", 1, 3, 64), test::buffer("b", 1, 3, 32)});
  const auto result = find_planner("tinyengine-firstfit").planner->plan(problem, {});
  EXPECT_EQ(result.placements[0].offset, 0);
  EXPECT_EQ(result.placements[1].offset, 0);
  const auto violations = validate_placements(problem, result.placements);
  ASSERT_EQ(violations.size(), 1U);
  EXPECT_EQ(violations.front().kind, ViolationKind::overlap);
}

TEST(Tflm, KeepsOverlappingOfflineOffsetsAndTheValidatorSaysSo) {
  auto problem = test::one_memory({test::buffer("a", 1, 3, 64), test::buffer("b", 2, 4, 32)});
  problem.buffers[0].offline_offset = 0;
  problem.buffers[1].offline_offset = 32;
  for (const char* planner : {"tflm-greedy", "tflm"}) {
    const auto result = find_planner(planner).planner->plan(problem, {});
    EXPECT_EQ(result.placements[1].offset, 32);
    const auto violations = validate_placements(problem, result.placements);
    ASSERT_EQ(violations.size(), 1U);
    EXPECT_EQ(violations.front().kind, ViolationKind::overlap);
  }
}

RC_GTEST_PROP(SingleMemoryPlanners, FitIntoEveryLargerMemory, ()) {
  auto problem = test::two_memories(test::random_buffers(16, false), *rc::gen::inRange(1, 1500));
  for (const PlannerEntry& entry : planners()) {
    if (!entry.planner->single_memory() || entry.name == "exact") {
      continue;
    }
    const Bytes before = bytes_outside_fastest(problem, entry.planner->plan(problem, quick()));
    auto larger = problem;
    larger.memories.front().capacity += *rc::gen::inRange(1, 500);
    RC_LOG() << entry.name << "\n";
    RC_ASSERT(bytes_outside_fastest(larger, entry.planner->plan(larger, quick())) <= before);
  }
}

// With more fast memory, a policy may evict more bytes. Ten small buffers of 10 bytes are live one
// after the other in time, so 10 bytes of fast memory can hold each of them in turn. 11 bytes have
// space for the large buffer, which then displaces the small buffers:
// * Vela's policy keeps the large buffer because it is accessed more often.
// * The greedy policies keep the large buffer because it is larger.
// * vela-spill-2022 first evicts the small buffers, and then also the large buffer.
TEST(SpillingPolicies, CanEvictMoreBytesWithMoreCapacity) {
  std::vector<Buffer> buffers = {test::buffer("large", 1, 12, 11)};
  buffers.front().access_score = 10'000;
  for (TimeStep step = 1; step <= 10; ++step) {
    buffers.push_back(test::buffer("small" + std::to_string(step), step, step + 1, 10));
  }
  for (const char* name : {"cadence-position", "cadence-greedy", "banked-greedy", "size-threshold",
                           "vela-spill", "vela-spill-2022"}) {
    const auto less = test::two_memories(buffers, 10);
    const auto more = test::two_memories(buffers, 11);
    const Planner& planner = *find_planner(name).planner;
    EXPECT_EQ(bytes_outside_fastest(less, planner.plan(less, {})), 11) << name;
    EXPECT_GE(bytes_outside_fastest(more, planner.plan(more, {})), 21) << name;
  }
}

RC_GTEST_PROP(BankedGreedy, EqualsTflmGreedyInOneMemory, ()) {
  const auto problem = test::one_memory(test::random_buffers(40, *rc::gen::arbitrary<bool>()));
  const auto banked = find_planner("banked-greedy").planner->plan(problem, {});
  const auto greedy = find_planner("tflm-greedy").planner->plan(problem, {});
  for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
    RC_ASSERT(banked.placements[i].offset == greedy.placements[i].offset);
  }
}

RC_GTEST_PROP(AnyAllocator, CombinesWithAnyPolicy, ()) {
  const auto problem = test::two_memories(test::random_buffers(12, false), 400);
  for (const char* policy : {"cadence-greedy", "banked-greedy", "size-threshold", "split-arena"}) {
    for (const Allocator& allocator : allocators()) {
      PlannerOptions options = quick();
      options.allocator = allocator.name;
      const auto result = find_planner(policy).planner->plan(problem, options);
      if (result.status == PlanStatus::ok && allocator.name != "tinyengine-firstfit") {
        RC_LOG() << policy << " " << allocator.name << "\n";
        RC_ASSERT(first_message(validate_placements(problem, result.placements)) == "");
      }
    }
  }
}

RC_GTEST_PROP(LowerBound, IsTheMostBytesLiveAtOneStep, ()) {
  const auto buffers = test::random_buffers(24, false);
  Bytes most = 0;
  /// The largest number of live bytes at a step. Sizes are rounded up to 16 bytes, except that of
  /// the buffer with the most padding, which can lie on top.
  Bytes most_rounded = 0;
  for (TimeStep step = 0; step < 40; ++step) {
    Bytes live = 0;
    Bytes rounded = 0;
    Bytes padding = 0;
    for (const Buffer& buffer : buffers) {
      const bool is_live = buffer.lower <= step && step < buffer.upper;
      live += is_live ? buffer.size : 0;
      const Bytes end = (buffer.size + 15) / 16 * 16;
      rounded += is_live ? end : 0;
      padding = is_live ? std::max(padding, end - buffer.size) : padding;
    }
    most = std::max(most, live);
    most_rounded = std::max(most_rounded, rounded - padding);
  }
  RC_ASSERT(most_live_bytes(buffers) == most);
  RC_ASSERT(lower_bound(buffers) == most_rounded);
}

}  // namespace
}  // namespace spillway
