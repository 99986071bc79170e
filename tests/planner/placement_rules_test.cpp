// SPDX-License-Identifier: Apache-2.0
// Tests rules of planners that no problem of the reference data exercises, with one small case per
// rule.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "planner/checks/validate.h"
#include "planner/planner.h"
#include "tests/planner/problems.h"

namespace spillway {
namespace {

using test::buffer;
using testing::ElementsAre;

std::vector<Bytes> offsets(const char* planner, const PlanningProblem& problem,
                           const PlannerOptions& options = {}) {
  std::vector<Bytes> found;
  for (const Placement& place : find_planner(planner).planner->plan(problem, options).placements) {
    found.push_back(place.offset);
  }
  return found;
}

TEST(TflmGreedy, OfEqualSizesTheLastAddedIsPlacedFirst) {
  EXPECT_THAT(offsets("tflm-greedy", test::one_memory({buffer("a", 0, 2, 16), buffer("b", 0, 2, 16),
                                                       buffer("c", 0, 2, 16)})),
              ElementsAre(32, 16, 0));
}

TEST(TflmGreedy, TakesTheFirstGapThatFitsNotTheSmallest) {
  auto problem = test::one_memory({buffer("a", 0, 4, 10), buffer("b", 0, 4, 20),
                                   buffer("c", 0, 4, 20), buffer("new", 0, 4, 5)});
  problem.buffers[0].offline_offset = 0;
  problem.buffers[1].offline_offset = 30;
  problem.buffers[2].offline_offset = 60;
  EXPECT_EQ(offsets("tflm-greedy", problem)[3], 10);
}

TEST(TflmGreedy, PlacesOfflineBuffersBeforeLargerOnes) {
  auto problem = test::one_memory({buffer("large", 0, 4, 64), buffer("offline", 0, 4, 16)});
  problem.buffers[1].offline_offset = 32;
  EXPECT_THAT(offsets("tflm-greedy", problem), ElementsAre(48, 32));
}

TEST(OtherPlanners, IgnoreOfflineOffsets) {
  auto problem = test::one_memory({buffer("a", 0, 4, 64)});
  problem.buffers[0].offline_offset = 32;
  for (const char* planner :
       {"cadence-greedy", "vela-greedy", "executorch-greedy", "xformer", "banked-greedy"}) {
    EXPECT_THAT(offsets(planner, problem), ElementsAre(0)) << planner;
  }
}

TEST(Tflm, StacksPersistentDataDownFromTheEndOfTheTightArena) {
  auto problem =
      test::one_memory({buffer("v0", 0, 9, 16), buffer("x", 0, 2, 64), buffer("v1", 0, 9, 32)});
  problem.buffers[0].kind = TensorKind::variable;
  problem.buffers[2].kind = TensorKind::variable;
  EXPECT_THAT(offsets("tflm", problem), ElementsAre(96, 0, 64));
}

TEST(Tflm, PlanningFailsIfOnlyItsOwnRecordsDoNotFit) {
  const auto problem = test::one_memory({buffer("a", 0, 1, 16), buffer("b", 1, 2, 16)}, 79);
  const auto result = find_planner("tflm").planner->plan(problem, {});
  EXPECT_EQ(result.status, PlanStatus::does_not_fit);
  EXPECT_EQ(result.excess, 1);
}

TEST(TflmLinear, HoldsAThousandAndTwentyFourBuffers) {
  PlanningProblem problem = test::one_memory({});
  for (int i = 0; i < 1024; ++i) {
    problem.buffers.push_back(buffer("b" + std::to_string(i), 0, 1, 1));
  }
  EXPECT_EQ(offsets("tflm-linear", problem).back(), 1023);
  problem.buffers.push_back(buffer("one too many", 0, 1, 1));
  EXPECT_EQ(find_planner("tflm-linear").planner->plan(problem, {}).status,
            PlanStatus::does_not_fit);
}

TEST(ExecutorchGreedy, OfEqualSizesTheLastAddedOpensTheFirstObject) {
  EXPECT_THAT(offsets("executorch-greedy",
                      test::one_memory({buffer("a", 0, 2, 16), buffer("b", 0, 2, 16)})),
              ElementsAre(16, 0));
}

// `a` and `b` live after `large`, so they reuse its 32 bytes. `b` lives at the same time as `a`, so
// it is placed directly after `a`.
TEST(ExecutorchGreedy, PutsAConflictingBufferBehindTheMembersOfAnObject) {
  EXPECT_THAT(offsets("executorch-greedy",
                      test::one_memory({buffer("large", 0, 2, 32), buffer("a", 2, 4, 16),
                                        buffer("b", 2, 4, 12)})),
              ElementsAre(0, 0, 16));
}

// After a layer with stride 2 that works in place, only a quarter of the buffer `host` is still
// used. A buffer that is placed after `host` and lives only after this layer may use the other
// three quarters. A buffer that was placed before `host` must still not overlap any byte of `host`.
TEST(TinyEngine, Stride2InPlaceShrinksOnlyForLaterLayersAndLaterPlacements) {
  auto problem = test::one_memory(
      {buffer("host", 0, 6, 64), buffer("later", 4, 5, 16), buffer("same layer", 3, 4, 16)});
  problem.buffers[0].stride2_inplace_layer = 3;
  EXPECT_THAT(offsets("tinyengine-firstfit", problem), ElementsAre(0, 16, 64));

  auto reverse = test::one_memory({buffer("early", 4, 5, 64), buffer("host", 0, 6, 32)});
  reverse.buffers[1].stride2_inplace_layer = 3;
  EXPECT_THAT(offsets("tinyengine-firstfit", reverse), ElementsAre(0, 64));
}

TEST(TinyEngine, AQuarterIsRoundedUp) {
  auto problem = test::one_memory({buffer("host", 0, 6, 63), buffer("later", 4, 5, 16)});
  problem.buffers[0].stride2_inplace_layer = 3;
  EXPECT_THAT(offsets("tinyengine-firstfit", problem), ElementsAre(0, 16));
}

TEST(TinyEngine, LimitsItsArenaToTenMebibytes) {
  const auto result = find_planner("tinyengine-firstfit")
                          .planner->plan(test::one_memory({buffer("a", 0, 1, (10 << 20) + 1)}), {});
  EXPECT_EQ(result.status, PlanStatus::does_not_fit);
}

TEST(VelaGreedy, BreaksTiesByNameAsAString) {
  EXPECT_THAT(
      offsets("vela-greedy", test::one_memory({buffer("b9", 0, 2, 16), buffer("b10", 0, 2, 16)})),
      ElementsAre(16, 0));
}

TEST(VelaGreedy, PlacesTheLongestOfTheSameStartFirst) {
  EXPECT_THAT(
      offsets("vela-greedy", test::one_memory({buffer("a", 0, 2, 16), buffer("b", 0, 3, 16)})),
      ElementsAre(16, 0));
}

TEST(VelaLinear, StacksBuffersInInsertionOrder) {
  EXPECT_THAT(
      offsets("vela-linear", test::one_memory({buffer("a", 0, 1, 5, 16), buffer("b", 3, 4, 20, 16),
                                               buffer("c", 0, 1, 1, 16)})),
      ElementsAre(0, 16, 48));
}

TEST(MixedAlignments, EveryPlannerAlignsEachBufferToItsOwn) {
  const auto problem = test::one_memory(
      {buffer("a", 0, 4, 33, 1), buffer("b", 0, 4, 20, 64), buffer("c", 0, 4, 6, 4)});
  EXPECT_THAT(offsets("tflm-greedy", problem), ElementsAre(64, 0, 100));
  EXPECT_THAT(offsets("cadence-position", problem), ElementsAre(64, 0, 100));
  EXPECT_THAT(offsets("executorch-greedy", problem), ElementsAre(64, 0, 100));
  EXPECT_THAT(offsets("tinyengine-firstfit",
                      test::one_memory({buffer("a", 0, 4, 33), buffer("b", 0, 3, 20, 64)})),
              ElementsAre(64, 0));
}

// If all buffers have the same alignment, Vela rounds their sizes up to this alignment. If
// alignments differ, Vela does not round sizes, so `b` lies directly after the 17 bytes of `a`.
TEST(VelaHillclimb, RoundsSizesOnlyWhereAllAlignmentsAgree) {
  EXPECT_THAT(offsets("vela-hillclimb",
                      test::one_memory({buffer("a", 0, 2, 17, 16), buffer("b", 0, 2, 9, 1)})),
              ElementsAre(0, 17));
  EXPECT_THAT(offsets("vela-hillclimb",
                      test::one_memory({buffer("a", 0, 2, 17, 16), buffer("b", 0, 2, 9, 16)})),
              ElementsAre(0, 32));
}

// Returns a problem with an operator that writes x + y to `sum`. If `first_operand_is_used_again`,
// a second operator reads x later.
PlanningProblem binary(bool first_operand_is_used_again) {
  auto problem = test::one_memory(
      {buffer("x", 0, 1, 64, 8), buffer("y", 0, 1, 64, 8), buffer("sum", 0, 2, 64, 8)});
  problem.operators = {{"add", {0, 1}, {2}, true}};
  if (first_operand_is_used_again) {
    problem.operators.push_back({"other", {0}, {}, false});
    problem.buffers[0].upper = 2;
    problem.buffers[2].upper = 3;
  }
  return problem;
}

TEST(Xformer, ABinaryOperatorWritesOverItsFirstOperand) {
  const auto found = offsets("xformer", binary(false));
  EXPECT_EQ(found[0], found[2]);
  EXPECT_NE(found[1], found[2]);
}

TEST(Xformer, ABinaryOperatorWritesOverItsSecondOperandWhenTheFirstIsUsedAgain) {
  const auto found = offsets("xformer", binary(true));
  EXPECT_EQ(found[1], found[2]);
  EXPECT_NE(found[0], found[2]);
}

TEST(Xformer, WithoutInPlaceNothingOverlaps) {
  PlannerOptions options;
  options.in_place = false;
  EXPECT_THAT(offsets("xformer", binary(false), options), ElementsAre(128, 64, 0));
}

// xformer puts the operand `in`, which has 9 bytes, at offset 8: 16 - 9, rounded up to a multiple
// of 8. It rounds the size of `in` up to 16 bytes, so `in` ends at 24, and the buffer of the output
// grows from 16 to 24 bytes.
TEST(Xformer, TheLastOutputGrowsToHoldARoundedValue) {
  auto problem = test::one_memory(
      {buffer("in", 0, 1, 9, 8), buffer("out", 0, 2, 16, 8), buffer("w", 0, 2, 8, 8)});
  problem.operators = {{"pad", {0}, {1}, true}};
  EXPECT_THAT(offsets("xformer", problem), ElementsAre(8, 0, 24));
}

TEST(Xformer, AnOutputOfTheNetworkIsNeverWrittenOver) {
  auto problem = test::one_memory({buffer("x", 1, 3, 64, 8), buffer("y", 2, 4, 64, 8)});
  problem.buffers[0].is_output = true;
  problem.operators = {{"conv", {}, {0}, false}, {"add", {0, -1}, {1}, true}};
  const auto found = offsets("xformer", problem);
  EXPECT_NE(found[0], found[1]);
}

// In a chain of operators that work in place, xformer first places the last map and only then
// compares its size with that of its operand. If the last map is smaller, the operand gets a
// negative offset.
TEST(Xformer, ASmallerLastMapPutsItsOperandAtANegativeOffsetAndTheValidatorSaysSo) {
  auto problem = test::one_memory(
      {buffer("in", 0, 1, 64, 8), buffer("mid", 0, 2, 64, 8), buffer("out", 1, 3, 32, 8)});
  problem.operators = {{"add", {0, -1}, {1}, true}, {"mul", {1, -1}, {2}, true}};
  const auto result = find_planner("xformer").planner->plan(problem, {});
  EXPECT_EQ(result.placements[2].offset, 0);
  EXPECT_EQ(result.placements[0].offset, -24);  // (32 - 64 + 7) / 8 * 8, rounded towards zero
  const auto violations = validate_placements(problem, result.placements, result.outer_buffers);
  ASSERT_EQ(violations.size(), 2U);
  EXPECT_EQ(violations.front().kind, ViolationKind::out_of_bounds);
}

TEST(SizeThreshold, KeepsLargeBuffersOutOfFastMemory) {
  PlannerOptions options;
  options.threshold = 16;
  const auto problem = test::two_memories(
      {buffer("small", 0, 2, 16), buffer("large", 0, 2, 17), buffer("no room", 0, 2, 10)}, 20);
  const auto result = find_planner("size-threshold").planner->plan(problem, options);
  EXPECT_EQ(result.placements[0].memory, 0);
  EXPECT_EQ(result.placements[1].memory, 1);
  EXPECT_EQ(result.placements[2].memory, 1);
}

TEST(SplitArena, SeparatesPersistentDataByTheUsersChoice) {
  auto problem = test::two_memories({buffer("variable", 0, 5, 16), buffer("x", 0, 2, 32)}, 64);
  problem.buffers[0].kind = TensorKind::variable;
  const Planner& planner = *find_planner("split-arena").planner;
  EXPECT_EQ(planner.plan(problem, {}).placements[0].memory, 1);
  EXPECT_EQ(planner.plan(problem, {}).placements[1].memory, 0);
  PlannerOptions options;
  options.persistent_memory = 0;
  options.transient_memory = 1;
  EXPECT_EQ(planner.plan(problem, options).placements[0].memory, 0);
  EXPECT_EQ(planner.plan(problem, options).placements[1].memory, 1);
}

TEST(Single, TakesTheFastestMemoryThatHoldsEverything) {
  const auto buffers = std::vector<Buffer>{buffer("a", 0, 2, 40), buffer("b", 0, 2, 40)};
  const Planner& single = *find_planner("single").planner;
  EXPECT_EQ(single.plan(test::two_memories(buffers, 80), {}).placements[0].memory, 0);
  EXPECT_EQ(single.plan(test::two_memories(buffers, 79), {}).placements[0].memory, 1);
  const auto nowhere = single.plan(test::one_memory(buffers, 79), {});
  EXPECT_EQ(nowhere.status, PlanStatus::does_not_fit);
  EXPECT_EQ(nowhere.excess, 1);
}

TEST(Registry, SuggestsTheNearestName) {
  try {
    find_planner("tflm-gredy");
    FAIL();
  } catch (const std::exception& error) {
    EXPECT_THAT(error.what(), testing::HasSubstr("tflm-greedy"));
  }
}

}  // namespace
}  // namespace spillway
