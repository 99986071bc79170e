// SPDX-License-Identifier: Apache-2.0
#include "planner/check_problem.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/planner/problems.h"
#include "tests/user_error.h"

namespace spillway {
namespace {

using test::buffer;
using testing::HasSubstr;

std::string complaint(const PlanningProblem& problem,
                      const std::vector<SourceLocation>& rows = {}) {
  return test::user_error([&] { check_problem(problem, rows); });
}

std::string complaint(const Buffer& wrong) {
  return complaint(test::one_memory({buffer("first", 0, 1, 16), wrong}));
}

TEST(CheckProblem, AcceptsASoundProblem) {
  EXPECT_EQ(complaint(buffer("a", 0, 1, Bytes{1} << 40, 16)), "");
}

TEST(CheckProblem, NamesTheRowOfTheFile) {
  const auto problem = test::one_memory({buffer("a", 0, 1, 16), buffer("b", 5, 5, 16)});
  EXPECT_THAT(complaint(problem, {{"x.csv", 2, 0}, {"x.csv", 3, 0}}),
              testing::StartsWith("x.csv:3:"));
}

TEST(CheckProblem, RejectsALifetimeThatEndsBeforeItStarts) {
  EXPECT_THAT(complaint(buffer("b", 5, 4, 16)), HasSubstr("'b' (number 2): lifetime [5, 4)"));
  EXPECT_THAT(complaint(buffer("b", 5, 5, 16)), HasSubstr("ends before it starts"));
  EXPECT_THAT(complaint(buffer("b", -1, 4, 16)), HasSubstr("starts at -1"));
}

TEST(CheckProblem, RejectsSizesOfZeroAndAbove2To40) {
  EXPECT_THAT(complaint(buffer("b", 0, 4, 0)), HasSubstr("size 0; expected 1 to 2^40"));
  EXPECT_THAT(complaint(buffer("b", 0, 4, (Bytes{1} << 40) + 1)), HasSubstr("expected 1 to 2^40"));
}

TEST(CheckProblem, RejectsADuplicatedIdAndNamesTheFirst) {
  const auto problem = test::one_memory({buffer("a", 0, 1, 16), buffer("a", 1, 2, 16)});
  EXPECT_THAT(complaint(problem, {{"x.csv", 2, 0}, {"x.csv", 3, 0}}),
              HasSubstr("used twice; it is also that of line 2"));
}

TEST(CheckProblem, RejectsAnImpossibleAlignment) {
  EXPECT_THAT(complaint(buffer("b", 0, 4, 16, 0)), HasSubstr("alignment 0"));
}

TEST(CheckProblem, RejectsAlignmentsWithoutASmallCommonMultiple) {
  EXPECT_THAT(complaint(test::one_memory({buffer("a", 0, 1, 16, (Bytes{1} << 29) + 1),
                                          buffer("b", 0, 1, 16, Bytes{1} << 29)})),
              HasSubstr("no common multiple up to 2^30"));
}

TEST(CheckProblem, RejectsOverlappingFixedOffsets) {
  auto problem =
      test::one_memory({buffer("a", 0, 4, 16), buffer("b", 4, 8, 16), buffer("c", 3, 5, 16)});
  for (Buffer& fixed : problem.buffers) {
    fixed.pinned_offset = 0;
  }
  problem.buffers[2].pinned_offset = 8;
  EXPECT_THAT(complaint(problem),
              HasSubstr("'c' (number 3): its fixed offset makes it overlap 'a'"));
  problem.buffers[2].pinned_offset = 16;
  EXPECT_EQ(complaint(problem), "");
}

TEST(CheckProblem, RejectsAFixedOffsetThatIsMisaligned) {
  Buffer wrong = buffer("b", 0, 4, 16, 16);
  wrong.pinned_offset = 8;
  EXPECT_THAT(complaint(wrong), HasSubstr("fixed offset 8; expected a multiple of 16"));
}

TEST(CheckProblem, RejectsMemoriesThatDoNotExistOrAreAllBlocked) {
  Buffer wrong = buffer("b", 0, 4, 16);
  wrong.pinned_memory = 1;
  EXPECT_THAT(complaint(wrong), HasSubstr("a memory that does not exist"));
  wrong.pinned_memory.reset();
  wrong.blocked_memories = {0};
  EXPECT_THAT(complaint(wrong), HasSubstr("every memory is blocked"));
}

TEST(CheckProblem, RejectsEnclosingBuffersThatAreMissingTooSmallOrCircular) {
  Buffer wrong = buffer("b", 0, 4, 16);
  wrong.placed_inside = PlacedInside{9, 0};
  EXPECT_THAT(complaint(wrong), HasSubstr("inside a buffer that does not exist"));
  wrong.placed_inside = PlacedInside{0, 8};
  EXPECT_THAT(complaint(wrong), HasSubstr("sticks out of 'first'"));
  wrong.placed_inside = PlacedInside{1, 0};
  EXPECT_THAT(complaint(wrong), HasSubstr("inside itself"));
}

TEST(CheckCapacity, NamesTheBufferThatNoMemoryHolds) {
  const auto problem = test::one_memory({buffer("a", 0, 1, 16), buffer("b", 1, 2, 1000)}, 999);
  EXPECT_THAT(test::user_error([&] { check_capacity(problem); }, ExitCode::run_failed),
              testing::AllOf(HasSubstr("'b' (number 2): its 1,000 bytes exceed"),
                             HasSubstr("1 bytes over")));
}

}  // namespace
}  // namespace spillway
