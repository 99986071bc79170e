// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "planner/checks/validate.h"
#include "planner/planner.h"
#include "tests/planner/problems.h"

namespace spillway {
namespace {

using test::buffer;

class CadenceConstraints : public testing::TestWithParam<const char*> {
 protected:
  PlanningResult plan(const PlanningProblem& problem) const {
    return find_planner(GetParam()).planner->plan(problem, {});
  }
};

INSTANTIATE_TEST_SUITE_P(Planners, CadenceConstraints,
                         testing::Values("cadence-position", "cadence-greedy"));

TEST_P(CadenceConstraints, ABlockedMemoryIsSkipped) {
  auto problem = test::two_memories({buffer("a", 0, 2, 16), buffer("b", 0, 2, 16)}, 64);
  problem.buffers[0].blocked_memories = {0};
  const auto result = plan(problem);
  EXPECT_EQ(result.placements[0].memory, 1);
  EXPECT_EQ(result.placements[1].memory, 0);
  EXPECT_EQ(result.placements[1].offset, 0);
}

TEST_P(CadenceConstraints, APinnedMemoryComesBeforeLargerFreeBuffers) {
  auto problem = test::two_memories({buffer("large", 0, 2, 64), buffer("pinned", 0, 2, 16)}, 64);
  problem.buffers[1].pinned_memory = 0;
  const auto result = plan(problem);
  EXPECT_EQ(result.placements[1].memory, 0);
  EXPECT_EQ(result.placements[0].memory, 1);
}

TEST_P(CadenceConstraints, ABufferWithAPinnedOffsetIsPlacedFirstAndOtherBuffersGoAround) {
  auto problem =
      test::one_memory({buffer("a", 0, 2, 16), buffer("fixed", 0, 2, 16), buffer("b", 0, 2, 8)});
  problem.buffers[1].pinned_memory = 0;
  problem.buffers[1].pinned_offset = 8;
  const auto result = plan(problem);
  EXPECT_EQ(result.placements[1].offset, 8);
  EXPECT_EQ(result.placements[0].offset, 24);
  EXPECT_EQ(result.placements[2].offset, 0);
}

TEST_P(CadenceConstraints, APinThatCannotBeHonouredDoesNotFit) {
  auto problem = test::two_memories({buffer("a", 0, 2, 65)}, 64);
  problem.buffers[0].pinned_memory = 0;
  const auto result = plan(problem);
  EXPECT_EQ(result.status, PlanStatus::does_not_fit);
  EXPECT_EQ(result.memory, 0);
  EXPECT_EQ(result.buffer, 0);
  EXPECT_EQ(result.excess, 1);
}

TEST_P(CadenceConstraints, ABufferInsideAnotherFollowsItAndExtendsItsLifetime) {
  auto problem = test::one_memory(
      {buffer("other", 4, 6, 32), buffer("host", 1, 4, 32), buffer("view", 3, 6, 16)});
  problem.buffers[2].placed_inside = PlacedInside{1, 16};
  const auto result = plan(problem);
  EXPECT_EQ(result.placements[0].offset, 0);
  // The buffer `view` lies inside `host` and is live longer than `host`. So the live range of
  // `host` is extended, and `host` must not overlap `other`.
  EXPECT_EQ(result.placements[1].offset, 32);
  EXPECT_EQ(result.placements[2].offset, 48);
  EXPECT_TRUE(validate_placements(problem, result.placements).empty());
}

TEST_P(CadenceConstraints, RelativePlacementsNest) {
  auto problem = test::one_memory(
      {buffer("inner", 0, 2, 8), buffer("view", 0, 2, 16), buffer("host", 0, 2, 64)});
  problem.buffers[0].placed_inside = PlacedInside{1, 8};
  problem.buffers[1].placed_inside = PlacedInside{2, 32};
  const auto result = plan(problem);
  EXPECT_EQ(result.placements[0].offset, 40);
  EXPECT_EQ(result.placements[1].offset, 32);
  EXPECT_EQ(result.placements[2].offset, 0);
}

TEST_P(CadenceConstraints, ASkippedBufferStaysUnplacedAndTakesNoMemory) {
  auto problem = test::one_memory({buffer("skipped", 0, 2, 64), buffer("a", 0, 2, 16)});
  problem.buffers[0].stays_unplaced = true;
  const auto result = plan(problem);
  EXPECT_EQ(result.placements[0].memory, no_memory);
  EXPECT_EQ(result.placements[1].offset, 0);
  EXPECT_TRUE(validate_placements(problem, result.placements).empty());
}

TEST_P(CadenceConstraints, EveryMemoryHasItsOwnAlignment) {
  auto problem = test::two_memories(
      {buffer("a", 0, 2, 20), buffer("b", 0, 2, 20), buffer("c", 0, 2, 20), buffer("d", 0, 2, 20)},
      64);
  problem.memories[0].alignment = 32;
  problem.memories[1].alignment = 8;
  const auto result = plan(problem);
  EXPECT_EQ(result.placements[1].offset, 32);
  EXPECT_EQ(result.placements[2].memory, 1);
  EXPECT_EQ(result.placements[3].offset, 24);
}

// ExecuTorch rounds the end of a buffer up to the alignment, and then compares this end with the
// size of the memory. So if the size of the memory is not a multiple of the alignment, its last
// bytes cannot be used.
TEST_P(CadenceConstraints, TheUnalignedTailOfAMemoryIsUnusable) {
  auto problem = test::two_memories({buffer("a", 0, 2, 40)}, 40);
  problem.memories[0].alignment = 16;
  EXPECT_EQ(plan(problem).placements[0].memory, 1);
}

TEST_P(CadenceConstraints, OfEqualSizesTheFirstIsPlacedFirst) {
  const auto problem =
      test::one_memory({buffer("a", 0, 2, 16), buffer("b", 0, 2, 16), buffer("c", 0, 2, 32)});
  const auto result = plan(problem);
  EXPECT_EQ(result.placements[0].offset, 32);
  EXPECT_EQ(result.placements[1].offset, 48);
}

TEST(CadenceGreedy, TakesTheSmallestGapWherePositionTakesTheLowest) {
  // The fixed buffers lie at [0, 10), [30, 50) and [60, 80), with gaps of 20 and 10 bytes between
  // them.
  auto problem = test::one_memory({buffer("a", 0, 4, 10), buffer("b", 0, 4, 20),
                                   buffer("c", 0, 4, 20), buffer("new", 0, 4, 5)});
  const Bytes offsets[] = {0, 30, 60};
  for (std::size_t i = 0; i < 3; ++i) {
    problem.buffers[i].pinned_memory = 0;
    problem.buffers[i].pinned_offset = offsets[i];
  }
  const auto offset_by = [&](const char* name) {
    return find_planner(name).planner->plan(problem, {}).placements[3].offset;
  };
  EXPECT_EQ(offset_by("cadence-greedy"), 50);
  EXPECT_EQ(offset_by("cadence-position"), 10);
}

}  // namespace
}  // namespace spillway
