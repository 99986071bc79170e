// SPDX-License-Identifier: Apache-2.0
#include "sim/accounts/turns.h"

#include <numeric>

#include <gtest/gtest.h>

#include "sim/simulate.h"
#include "tests/sim/small_platform.h"

namespace spillway {
namespace {

using test::KernelShape;

// Returns a program of eight kernels, which the tests assign to operators: the first kernel to one
// operator, the next six kernels alternately to the two operators of a cascade, and the last kernel
// to another operator.
Program cascade() {
  Program program;
  for (const std::int32_t compute : {1000, 100, 30, 100, 30, 100, 30, 500}) {
    append_kernel(
        program, KernelShape().with_blocks(2).with_compute(compute).with_read(256).with_write(128));
  }
  return program;
}

void book_to(Program& program, const std::vector<OperatorIndex>& owners) {
  for (std::size_t i = 0; i < owners.size(); ++i) {
    program.kernels[i].op = program.commands[i].op = owners[i];
  }
  program.operators.resize(static_cast<std::size_t>(owners.back()) + 1);
}

TEST(Turns, AnOperatorHasOneTurnUnlessKernelsAlternate) {
  Program program = cascade();
  EXPECT_EQ(sim::Turns(program).count(), 8U);
  book_to(program, {0, 1, 2, 1, 2, 1, 2, 4});  // operator 3 has no kernel
  const sim::Turns turns(program);
  EXPECT_EQ(turns.count(), 9U);
  EXPECT_EQ(turns.first_of(2), 2U);
  EXPECT_EQ(turns.of(program.kernels[4]), 4U);
  EXPECT_EQ(turns.owner(4), 2);
  EXPECT_EQ(turns.owner(7), 3);
}

TEST(Turns, TheTimeOfAStripeBelongsToItsOperator) {
  const Target target = test::small_target(LatencyBandwidthParameters{700'000, 3, 37, 21}, 8);
  Program program = cascade();
  const Timing alone = simulate(target, program);
  book_to(program, {0, 1, 2, 1, 2, 1, 2, 3});
  const Timing booked = simulate(target, program);
  EXPECT_EQ(booked.total, alone.total);
  const auto cycles = [&](std::initializer_list<std::size_t> operators) {
    return std::accumulate(
        operators.begin(), operators.end(), Cycles{0},
        [&](Cycles sum, std::size_t op) { return sum + alone.operators[op].total(); });
  };
  ASSERT_EQ(booked.operators.size(), 4U);
  EXPECT_EQ(booked.operators[0].total(), cycles({0}));
  EXPECT_EQ(booked.operators[1].total(), cycles({1, 3, 5}));
  EXPECT_EQ(booked.operators[2].total(), cycles({2, 4, 6}));
  EXPECT_EQ(booked.operators[3].total(), cycles({7}));
}

TEST(Turns, PartsAndIntervalsStillAddUp) {
  const Target target = test::small_target(LatencyBandwidthParameters{700'000, 3, 37, 21}, 8);
  Program program = cascade();
  book_to(program, {0, 1, 2, 1, 2, 1, 2, 3});
  const Timing timing = simulate(target, program);
  Cycles at = 0;
  for (const OperatorTiming& op : timing.operators) {
    EXPECT_EQ(op.start, at);
    at = op.end;
    EXPECT_EQ(op.compute + op.dma_wait + op.overhead + op.host + op.memory_stall[0], op.total());
  }
  EXPECT_EQ(at, timing.total);
}

}  // namespace
}  // namespace spillway
