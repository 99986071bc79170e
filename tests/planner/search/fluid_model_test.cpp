// SPDX-License-Identifier: Apache-2.0
#include <limits>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "planner/search/fluid/annealing.h"
#include "planner/search/fluid/frontier.h"
#include "planner/search/fluid/search_state.h"
#include "tests/planner/search/fluid_instances.h"

namespace spillway::search {
namespace {

constexpr double rounding = 0.5;  // tolerance in cycles; the search rounds bytes to 1/64 byte

/// Returns a problem with two operators of 10 cycles and one object (a map that needs memory) with
/// the given choices. The fast port moves 2 bytes per cycle, the slow port 1 byte per cycle.
FluidProblem two_operators(std::vector<Choice> choices) {
  return {{10, 10}, {{"object", std::move(choices)}}, 2, 1, 100};
}

TEST(FluidModel, AnOperatorTakesTheLargestOfComputeAndBothPorts) {
  const FluidProblem problem = two_operators(
      {{"", {}, {{0, 4, 3}}, {}}, {"", {}, {{0, 30, 3}}, {}}, {"", {}, {{0, 30, 17}}, {}}});
  EXPECT_DOUBLE_EQ(total_cycles(problem, {0}), 20);
  EXPECT_DOUBLE_EQ(total_cycles(problem, {1}), 25);
  EXPECT_DOUBLE_EQ(total_cycles(problem, {2}), 27);
}

TEST(FluidModel, TransfersUseTheIdleCyclesBetweenTheirStartAndDeadline) {
  const FluidProblem problem = two_operators({{"", {}, {}, {{0, 0, 10}}},
                                              {"", {}, {}, {{0, 0, 13}}},
                                              {"", {}, {}, {{0, 1, 13}}},
                                              {"", {}, {}, {{0, -1, 13}}},
                                              {"", {}, {{1, 0, 9}}, {{1, 1, 3}}}});
  EXPECT_DOUBLE_EQ(total_cycles(problem, {0}), 20);
  EXPECT_DOUBLE_EQ(total_cycles(problem, {1}), 23);
  EXPECT_DOUBLE_EQ(total_cycles(problem, {2}), 20);
  EXPECT_DOUBLE_EQ(total_cycles(problem, {3}), 33);
  EXPECT_DOUBLE_EQ(total_cycles(problem, {4}), 22);
}

TEST(FluidModel, TransfersTakeTimeOfABusyFastPortUntilTheSlowPortLimitsThem) {
  // The first operator moves 40 bytes on the fast port, in 20 cycles. A transfer of 8 bytes fits
  // into these cycles on the slow port, but takes another 4 cycles of the fast port, of which 0.4
  // count. Of a transfer of 50 bytes, 40 bytes move while the fast port is busy and take another 20
  // cycles of it. The other 10 bytes take 10 cycles of the slow port.
  const FluidProblem problem =
      two_operators({{"", {}, {{0, 40, 0}}, {{0, 0, 8}}}, {"", {}, {{0, 40, 0}}, {{0, 0, 50}}}});
  EXPECT_DOUBLE_EQ(total_cycles(problem, {0}), 10 + 20 + 0.4 * 4);
  EXPECT_DOUBLE_EQ(total_cycles(problem, {1}), 10 + 20 + 0.4 * 20 + 10);
}

TEST(FluidModel, OfTransfersThatStartTogetherTheEarliestDeadlineGoesFirst) {
  FluidProblem problem = two_operators({{"", {}, {}, {{0, 1, 10}}}});
  problem.objects.push_back({"urgent", {{"", {}, {}, {{0, 0, 10}}}}});
  EXPECT_DOUBLE_EQ(total_cycles(problem, {0, 0}), 20);
}

/// Returns a problem with three operators of 10 cycles and a slow port that moves one byte per
/// cycle. At most `in_flight` transfers are outstanding.
FluidProblem in_order(std::int32_t in_flight, std::vector<std::vector<Transfer>> objects) {
  FluidProblem problem{{10, 10, 10}, {}, 2, 1, 100, in_flight};
  for (std::vector<Transfer>& transfers : objects) {
    problem.objects.push_back({"object", {{"", {}, {}, std::move(transfers)}}});
  }
  return problem;
}

TEST(TransfersInOrder, TransfersWaitForEarlierTransfers) {
  // Transfers are served in the order of issue. So the 8 bytes wait for the last 5 of the 15 bytes,
  // although the 15 bytes have more time, and the second operator takes 13 cycles instead of 10.
  EXPECT_DOUBLE_EQ(total_cycles(in_order(2, {{{0, 2, 15}}, {{1, 1, 8}}}), {0, 0}), 30 + 3);
  // Two transfers begin at the same operator. The transfer with the earlier deadline is issued
  // first.
  EXPECT_DOUBLE_EQ(total_cycles(in_order(2, {{{0, 2, 15}}, {{0, 0, 10}}}), {0, 0}), 30);
  // No operator can hide the second transfer, and this transfer waits for the last 5 bytes of the
  // first transfer.
  EXPECT_DOUBLE_EQ(total_cycles(in_order(2, {{{0, 2, 15}}, {{1, 0, 4}}}), {0, 0}), 30 + 5 + 4);
}

TEST(TransfersInOrder, DelayOperatorsIfTooManyAreOutstanding) {
  const std::vector<std::vector<Transfer>> three = {{{0, 2, 12}}, {{0, 2, 4}}, {{0, 2, 4}}};
  EXPECT_DOUBLE_EQ(total_cycles(in_order(3, three), {0, 0, 0}), 30);
  EXPECT_DOUBLE_EQ(total_cycles(in_order(2, three), {0, 0, 0}), 30);
  EXPECT_DOUBLE_EQ(total_cycles(in_order(1, three), {0, 0, 0}), 30);
  // When the second operator begins, 10 bytes have been moved: the first transfer and half of the
  // second transfer. So only the second transfer is outstanding, and the third transfer can be
  // issued without a delay.
  const std::vector<std::vector<Transfer>> large = {{{0, 2, 4}}, {{0, 2, 12}}, {{0, 2, 4}}};
  EXPECT_DOUBLE_EQ(total_cycles(in_order(2, large), {0, 0, 0}), 30);
  const std::vector<std::vector<Transfer>> far = {{{0, 2, 15}}, {{0, 2, 16}}, {{0, 2, 20}}};
  EXPECT_DOUBLE_EQ(total_cycles(in_order(3, far), {0, 0, 0}), 30 + 21);
  EXPECT_DOUBLE_EQ(total_cycles(in_order(2, far), {0, 0, 0}), 30 + 21);
}

TEST(TransfersInOrder, AreNeverSlowerWhenMoreMayBeOutstanding) {
  Random random(7);
  int faster = 0;
  for (int i = 0; i < 300; ++i) {
    FluidProblem problem{std::vector<double>(8, 10), {}, 2, 1, 100};
    for (int transfer = 0; transfer < 10; ++transfer) {
      const auto first = static_cast<std::int32_t>(random.below(8));
      const auto last = first + static_cast<std::int32_t>(random.below(8 - first));
      const auto bytes = static_cast<double>(1 + random.below(20));
      problem.objects.push_back({"object", {{"", {}, {}, {{first, last, bytes}}}}});
    }
    const Selection selection(problem.objects.size(), 0);
    double before = std::numeric_limits<double>::infinity();
    for (problem.in_flight = 1; problem.in_flight <= 8; ++problem.in_flight) {
      const double cycles = total_cycles(problem, selection);
      EXPECT_LE(cycles, before * (1 + 1e-12));
      faster += cycles < before && problem.in_flight > 1 ? 1 : 0;
      before = cycles;
    }
  }
  EXPECT_GT(faster, 0);
}

TEST(Frontier, FindsTheBestOfAllSelections) {
  Random random(1);
  for (int i = 0; i < 300; ++i) {
    const FluidProblem problem = random_problem(random, false);
    const FrontierResult result = solve_by_frontier(problem, {});
    EXPECT_TRUE(result.exact);
    EXPECT_EQ(excess_bytes(problem, result.selection), 0);
    EXPECT_DOUBLE_EQ(result.cycles, least_cycles(problem));
    EXPECT_DOUBLE_EQ(total_cycles(problem, result.selection), result.cycles);
  }
}

TEST(Frontier, SaysWhenItHasDroppedStates) {
  Random random(2);
  int dropped = 0;
  for (int i = 0; i < 100; ++i) {
    const FluidProblem problem = random_problem(random, false);
    FrontierOptions narrow;
    narrow.most_states = 1;
    const FrontierResult result = solve_by_frontier(problem, narrow);
    dropped += result.exact ? 0 : 1;
    if (result.exact) {
      EXPECT_DOUBLE_EQ(result.cycles, least_cycles(problem));
    }
  }
  EXPECT_GT(dropped, 0);
}

TEST(SearchState, AgreesWithTheWholeModelAfterEveryChange) {
  Random random(3);
  for (int i = 0; i < 300; ++i) {
    FluidProblem problem = random_problem(random, true);
    problem.in_flight = 1 + i % 3;
    SearchState state(problem, Selection(problem.objects.size(), 0));
    for (int move = 0; move < 30; ++move) {
      const double before = state.cycles();
      const Selection taken = state.selection();
      for (std::size_t changes = 1 + random.below(2); changes-- > 0;) {
        const std::size_t object = random.below(problem.objects.size());
        const std::size_t choice = random.below(problem.objects[object].choices.size());
        state.propose(static_cast<std::int32_t>(object), static_cast<std::int32_t>(choice));
      }
      const double least = state.least_cycles();
      const double cycles = state.evaluate();
      EXPECT_LE(least, cycles);
      EXPECT_NEAR(cycles, total_cycles(problem, state.selection()), rounding);
      const bool fits = excess_bytes(problem, state.selection()) == 0;
      EXPECT_EQ(state.overfull() < 0, fits);
      if (fits && random.below(2) == 0) {
        state.accept();
      } else {
        state.withdraw();
        EXPECT_EQ(state.cycles(), before);
        EXPECT_EQ(state.selection(), taken);
      }
    }
  }
}

TEST(SearchState, ARestartedStateEqualsANewState) {
  Random random(6);
  for (int i = 0; i < 100; ++i) {
    FluidProblem problem = random_problem(random, true);
    problem.in_flight = 1 + i % 3;
    const auto any_selection = [&] {
      Selection selection;
      for (const Object& object : problem.objects) {
        selection.push_back(static_cast<std::int32_t>(random.below(object.choices.size())));
      }
      return selection;
    };
    SearchState state(problem, any_selection());
    for (int move = 0; move < 5; ++move) {
      state.propose(0, 0);
      if (move % 2 == 0) state.evaluate();
      const Selection other = any_selection();
      state.restart(other);
      EXPECT_EQ(state.selection(), other);
      EXPECT_EQ(state.cycles(), SearchState(problem, other).cycles());
    }
  }
}

TEST(Annealing, FindsTheBestOfAllSelectionsOfTinyProblems) {
  Random random(4);
  for (int i = 0; i < 100; ++i) {
    const FluidProblem problem = random_problem(random, true);
    const Selection best = anneal(problem, {Selection(problem.objects.size(), 0)}, {3000, 1, {}});
    EXPECT_EQ(excess_bytes(problem, best), 0);
    EXPECT_NEAR(total_cycles(problem, best), least_cycles(problem), rounding);
  }
}

}  // namespace
}  // namespace spillway::search
