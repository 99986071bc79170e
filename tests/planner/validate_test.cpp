// SPDX-License-Identifier: Apache-2.0
#include "planner/checks/validate.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "planner/checks/placed_ranges.h"
#include "planner/plan_network.h"
#include "tests/planner/problems.h"
#include "tests/traces/add_tensor.h"

namespace spillway {
namespace {

using test::buffer;
using testing::ElementsAre;
using testing::IsEmpty;

std::vector<ViolationKind> kinds(const std::vector<Violation>& violations) {
  std::vector<ViolationKind> found;
  for (const Violation& violation : violations) {
    found.push_back(violation.kind);
  }
  return found;
}

TEST(ValidatePlacements, AcceptsNeighboursInSpaceAndInTime) {
  const auto problem =
      test::one_memory({buffer("a", 0, 2, 16), buffer("b", 0, 2, 16), buffer("c", 2, 3, 32)}, 32);
  EXPECT_THAT(validate_placements(problem, {{0, 0}, {0, 16}, {0, 0}}), IsEmpty());
}

TEST(ValidatePlacements, ListsEveryViolation) {
  const auto problem = test::one_memory(
      {buffer("a", 0, 2, 16, 16), buffer("b", 1, 2, 16, 16), buffer("c", 0, 1, 8)}, 24);
  EXPECT_THAT(kinds(validate_placements(problem, {{0, 0}, {0, 12}, {no_memory, 0}})),
              ElementsAre(ViolationKind::missing_tensor, ViolationKind::out_of_bounds,
                          ViolationKind::misaligned, ViolationKind::overlap));
}

TEST(ValidatePlacements, ChecksTheAlignmentOfTheMemoryToo) {
  auto problem = test::one_memory({buffer("a", 0, 2, 16, 4)});
  problem.memories.front().alignment = 8;
  EXPECT_THAT(kinds(validate_placements(problem, {{0, 4}})),
              ElementsAre(ViolationKind::misaligned));
}

TEST(ValidatePlacements, RejectsAMemoryThatDoesNotExist) {
  const auto problem = test::one_memory({buffer("a", 0, 2, 16)});
  EXPECT_THAT(kinds(validate_placements(problem, {{3, 0}})),
              ElementsAre(ViolationKind::out_of_bounds));
}

TEST(ValidatePlacements, AllowsOverlapOnlyWithTheEnclosingBuffer) {
  auto problem = test::one_memory(
      {buffer("host", 0, 4, 32), buffer("view", 1, 3, 16), buffer("other", 1, 3, 16)});
  problem.buffers[1].placed_inside = PlacedInside{0, 16};
  EXPECT_THAT(validate_placements(problem, {{0, 0}, {0, 16}, {0, 32}}), IsEmpty());
  EXPECT_THAT(kinds(validate_placements(problem, {{0, 0}, {0, 16}, {0, 16}})),
              ElementsAre(ViolationKind::overlap, ViolationKind::overlap));
}

// A fixture with a network of two operators and a plan of this network. The first operator reads
// `in` and writes `mid`, the second operator reads `mid` and writes `out`. Both operators read the
// weights `w`.
class ValidatePlan : public testing::Test {
 protected:
  ValidatePlan() {
    for (const char* name : {"in", "mid", "out", "w"}) {
      test::add_tensor(network_, name, DataType::int8, {16});
    }
    network_.tensors[3].kind = TensorKind::weight;
    network_.inputs = {0};
    network_.outputs = {2};
    network_.operators.resize(2);
    network_.operators[0].inputs = {0, 3};
    network_.operators[0].outputs = {1};
    network_.operators[1].inputs = {1, 3};
    network_.operators[1].outputs = {2};

    PlanningRequest request;
    request.memories = {{"sram", 1024, 16}};
    request.arena = {0};
    request.constants = 0;
    plan_ = plan_network(network_, request).plan;
  }

  Residency& home(TensorIndex tensor) {
    for (Residency& residency : plan_.residencies) {
      if (residency.tensor == tensor) {
        return residency;
      }
    }
    throw std::logic_error("no such residency");
  }

  Network network_;
  Plan plan_;
};

TEST_F(ValidatePlan, AcceptsThePlanOfAPlanner) {
  EXPECT_THAT(validate_plan(plan_, network_), IsEmpty());
}

TEST_F(ValidatePlan, ReportsAWrongSize) {
  home(1).size = 15;
  EXPECT_THAT(kinds(validate_plan(plan_, network_)), ElementsAre(ViolationKind::wrong_size));
}

TEST_F(ValidatePlan, AllowsASmallerRollingBufferWithinACascade) {
  home(1).size = 8;
  // The operators of a cascade run alternately, so the first operator still reads `in` while the
  // second operator writes `out`. So `out` must not overlap `in`.
  home(2).offset = 256;
  plan_.cascades = {{0, 1, {1, 1}}};
  EXPECT_THAT(validate_plan(plan_, network_), IsEmpty());
}

TEST_F(ValidatePlan, OperatorsOfACascadeAlternateSoTheirMapsLiveTogether) {
  home(2).offset = home(0).offset;
  EXPECT_THAT(validate_plan(plan_, network_), IsEmpty());
  plan_.cascades = {{0, 1, {1, 1}}};
  EXPECT_THAT(kinds(validate_plan(plan_, network_)), ElementsAre(ViolationKind::overlap));
}

TEST_F(ValidatePlan, ReportsAMissingTensorForEveryUse) {
  plan_.residencies.erase(plan_.residencies.begin() + 1);
  EXPECT_THAT(kinds(validate_plan(plan_, network_)),
              ElementsAre(ViolationKind::missing_tensor, ViolationKind::missing_tensor));
}

TEST_F(ValidatePlan, AcceptsATensorThatTheApplicationOwns) {
  plan_.residencies.erase(plan_.residencies.begin());
  plan_.outside = {0};
  EXPECT_THAT(validate_plan(plan_, network_), IsEmpty());
}

TEST_F(ValidatePlan, ReportsAUseOutsideTheResidency) {
  home(2).upper = 2;
  home(2).lower = 1;
  EXPECT_THAT(kinds(validate_plan(plan_, network_)),
              testing::Contains(ViolationKind::use_outside_residency));
}

TEST_F(ValidatePlan, ReportsAMisalignedOffset) {
  home(3).offset = 1000 / 16 * 16 + 1;
  EXPECT_THAT(kinds(validate_plan(plan_, network_)), ElementsAre(ViolationKind::misaligned));
}

TEST_F(ValidatePlan, ReportsASecondPlaceThatNoCopyFills) {
  Residency moved = home(0);
  moved.offset = 512;
  moved.lower = 1;
  home(0).upper = 1;
  plan_.residencies.push_back(moved);
  EXPECT_THAT(kinds(validate_plan(plan_, network_)), ElementsAre(ViolationKind::bad_copy));
}

TEST_F(ValidatePlan, ChecksTheStepsAndPlacesOfACopy) {
  Residency moved = home(0);
  moved.offset = 512;
  moved.lower = 1;
  plan_.residencies.push_back(moved);
  const auto to = static_cast<std::int32_t>(plan_.residencies.size() - 1);
  plan_.copies = {{0, 0, to, 0, 1}};
  EXPECT_THAT(validate_plan(plan_, network_), IsEmpty());
  plan_.copies.front().latest = 9;
  EXPECT_THAT(kinds(validate_plan(plan_, network_)), ElementsAre(ViolationKind::bad_copy));
  plan_.copies.front() = {0, 0, 77, 0, 1};
  EXPECT_THAT(kinds(validate_plan(plan_, network_)),
              ElementsAre(ViolationKind::bad_copy, ViolationKind::bad_copy));
}

TEST_F(ValidatePlan, AllowsSharedStorageThatThePlanDeclares) {
  std::swap(home(1).offset, home(2).offset);
  EXPECT_THAT(kinds(validate_plan(plan_, network_)), testing::Contains(ViolationKind::overlap));
  home(1).inside = 0;
  EXPECT_THAT(validate_plan(plan_, network_), IsEmpty());
}

// A buffer may overwrite data that an operator has already read within the same step. The plan must
// then say until which step the buffer and the data share bytes (`shared_until`). If the data are
// live after this step, the overlap is a violation.
TEST_F(ValidatePlan, AllowsOverwritingWithinAStepIfThePlanNamesIt) {
  home(2).offset = home(1).offset;
  EXPECT_THAT(kinds(validate_plan(plan_, network_)), ElementsAre(ViolationKind::overlap));
  home(2).shared_until = home(1).upper - 1;
  EXPECT_THAT(kinds(validate_plan(plan_, network_)), ElementsAre(ViolationKind::overlap));
  home(2).shared_until = home(1).upper;
  EXPECT_THAT(validate_plan(plan_, network_), IsEmpty());
}

TEST_F(ValidatePlan, DeclaresOnlyOverlappingBytesAsShared) {
  home(2).offset = home(1).offset;
  share_overlapping_room(plan_, network_);
  EXPECT_THAT(validate_plan(plan_, network_), IsEmpty());
  EXPECT_EQ(home(2).shared_until, home(1).upper);
  for (const TensorIndex other : {0, 1, 3}) EXPECT_EQ(home(other).shared_until, 0);
}

/// Returns a range of bytes with a random size and live range. The size or the length of the live
/// range may be zero.
PlacedRange arbitrary_range() {
  PlacedRange range;
  range.memory = *rc::gen::inRange<MemoryIndex>(0, 2);
  range.offset = *rc::gen::inRange<Bytes>(0, 300);
  range.size = *rc::gen::element<Bytes>(0, 1, 16, 17, *rc::gen::inRange<Bytes>(1, 300));
  range.lower = *rc::gen::inRange<TimeStep>(0, 20);
  range.upper = range.lower + *rc::gen::inRange<TimeStep>(0, 12);
  range.sharing = *rc::gen::inRange<std::size_t>(0, 30);
  range.shared_until = *rc::gen::inRange<TimeStep>(0, 12);
  return range;
}

bool plainly_overlap(const PlacedRange& a, const PlacedRange& b) {
  if (a.memory != b.memory || a.sharing == b.sharing || a.size == 0 || b.size == 0) return false;
  if (a.offset + a.size <= b.offset || b.offset + b.size <= a.offset) return false;
  return a.own_from() < b.upper && b.own_from() < a.upper;
}

// Returns whether the live ranges of `a` and `b` intersect. An empty live range intersects a range
// that begins before it and ends after it. overlapping_pairs() compares only such pairs.
bool both_live(const PlacedRange& a, const PlacedRange& b) {
  return a.lower < b.upper && b.lower < a.upper;
}

RC_GTEST_PROP(OverlappingPairs, AreThoseThatAPlainSearchFinds, ()) {
  std::vector<PlacedRange> ranges;
  for (int i = *rc::gen::inRange(0, 40); i > 0; --i) ranges.push_back(arbitrary_range());
  std::vector<std::pair<std::size_t, std::size_t>> plain;
  for (std::size_t i = 0; i < ranges.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (plainly_overlap(ranges[i], ranges[j]) && both_live(ranges[i], ranges[j])) {
        plain.emplace_back(i, j);
      }
    }
  }
  RC_ASSERT(overlapping_pairs(ranges) == plain);
}

}  // namespace
}  // namespace spillway
