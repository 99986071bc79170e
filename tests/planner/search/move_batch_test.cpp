// SPDX-License-Identifier: Apache-2.0
#include "planner/search/fluid/move_batch.h"

#include <gtest/gtest.h>

namespace spillway::search {
namespace {

/// Returns a problem with six operators and one object (a map that needs memory) per operator. Each
/// object has two choices, slow and fast memory. In fast memory, the data of the last object are
/// fetched early, while operators 3 and 4 run.
FluidProblem six_operators() {
  FluidProblem problem{std::vector<double>(6, 10), {}, 2, 1, 100, 2};
  for (std::int32_t op = 0; op < 6; ++op) {
    Choice slow{"slow", {}, {{op, 0, 4}}, {}};
    Choice fast{"fast", {{op, op, 8}}, {{op, 4, 0}}, {}};
    if (op == 5) fast.transfers.push_back({3, 4, 8});
    problem.objects.push_back({"object", {slow, fast}});
  }
  return problem;
}

Neighbour with_fast(std::int32_t object) { return {{{object, 1}}, 0}; }

TEST(MoveBatch, AcceptsMovesThatShareNoOperator) {
  const FluidProblem problem = six_operators();
  const Selection from(6, 0);
  const Neighbour first = with_fast(0), beside = with_fast(1), apart = with_fast(3);
  MoveBatch batch(problem, from, 20);
  EXPECT_TRUE(batch.take(first));
  EXPECT_FALSE(batch.take(beside));
  EXPECT_TRUE(batch.take(apart));
  EXPECT_EQ(batch.size(), 2U);
  EXPECT_EQ(batch.all(), (Selection{1, 0, 0, 1, 0, 0}));
}

TEST(MoveBatch, CountsTheOperatorsUnderWhichATransferMoves) {
  const FluidProblem problem = six_operators();
  const Selection from(6, 0);
  const Neighbour last = with_fast(5), within = with_fast(3), apart = with_fast(0);
  MoveBatch batch(problem, from, 20);
  EXPECT_TRUE(batch.take(last));
  EXPECT_FALSE(batch.take(within));
  EXPECT_TRUE(batch.take(apart));
}

TEST(MoveBatch, IsFullAtItsMaximumNumberOfMoves) {
  const FluidProblem problem = six_operators();
  const Selection from(6, 0);
  const Neighbour first = with_fast(0);
  MoveBatch batch(problem, from, 1);
  EXPECT_FALSE(batch.full());
  EXPECT_TRUE(batch.take(first));
  EXPECT_TRUE(batch.full());
}

/// A move (one step of the search) changes the time of its operator. It can also change the time of
/// the next operator, which may wait for the operator or its transfers. A batch must keep a move
/// only if both operators together become faster.
TEST(MoveBatch, KeepsTheMovesThatMadeTheirOperatorsFaster) {
  const FluidProblem problem = six_operators();
  const Selection from(6, 0);
  const Neighbour first = with_fast(0), apart = with_fast(3);
  MoveBatch batch(problem, from, 20);
  ASSERT_TRUE(batch.take(first));
  ASSERT_TRUE(batch.take(apart));
  const std::vector<double> before(6, 20);
  EXPECT_EQ(batch.faster(before, {15, 20, 20, 25, 20, 20}), (Selection{1, 0, 0, 0, 0, 0}));
  EXPECT_EQ(batch.faster(before, {15, 26, 20, 15, 20, 20}), (Selection{0, 0, 0, 1, 0, 0}));
  EXPECT_EQ(batch.faster(before, {20, 20, 15, 20, 20, 15}), from);
  EXPECT_EQ(batch.faster(before, {19, 20, 20, 20, 19, 20}), batch.all());
}

}  // namespace
}  // namespace spillway::search
