// SPDX-License-Identifier: Apache-2.0
#include <numeric>

#include <gtest/gtest.h>

#include "sim/simulate.h"
#include "tests/sim/small_platform.h"

namespace spillway {
namespace {

using test::KernelShape;
using test::one_kernel;
using test::small_target;

Cycles parts(const OperatorTiming& op) {
  return op.compute + op.dma_wait + op.overhead + op.host +
         std::accumulate(op.memory_stall.begin(), op.memory_stall.end(), Cycles{0});
}

TEST(ClosedForm, WithIdealMemoryTheTotalIsTheComputeTime) {
  const Target target = small_target(IdealParameters{}, 0);
  const Timing timing =
      simulate(target, one_kernel(KernelShape().with_blocks(5).with_compute(100).with_read(4096)));
  EXPECT_EQ(timing.total, 500);
  EXPECT_EQ(timing.operators[0].compute, 500);
}

TEST(ClosedForm, WithoutComputeAStreamTakesLatencyPlusBytesOverBandwidth) {
  // At 1 GHz, the memory moves 4 bytes per cycle with a latency of 100 cycles. So many bursts are
  // outstanding that only the latency of the first burst adds to the total time.
  const Target target = small_target(LatencyBandwidthParameters{1'000'000, 4, 100, 100}, 0);
  const Timing timing =
      simulate(target, one_kernel(KernelShape().with_blocks(1).with_compute(0).with_read(8000)));
  EXPECT_EQ(timing.total, 100 + 8000 / 4);
  EXPECT_EQ(timing.operators[0].memory_stall[0], timing.total);
}

TEST(ClosedForm, OneOutstandingBurstPaysTheLatencyEveryTime) {
  Target target = small_target(LatencyBandwidthParameters{1'000'000, 4, 100, 100}, 0);
  target.ports[0].max_reads = 1;
  const Timing timing =
      simulate(target, one_kernel(KernelShape().with_blocks(1).with_compute(0).with_read(640)));
  EXPECT_EQ(timing.total, 10 * (100 + 64 / 4));
}

TEST(ClosedForm, AnOperatorsPartsAddUpToItsCycles) {
  const Target target = small_target(LatencyBandwidthParameters{700'000, 3, 37, 21}, 8);
  const Timing timing = simulate(target, one_kernel(KernelShape()
                                                        .with_blocks(9)
                                                        .with_compute(61)
                                                        .with_output(30)
                                                        .with_read(777)
                                                        .with_weights(333)
                                                        .with_write(555)));
  EXPECT_EQ(parts(timing.operators[0]), timing.operators[0].total());
  EXPECT_EQ(timing.operators[0].end, timing.total);
}

TEST(ClosedForm, ARunDoesNotDependOnEarlierRuns) {
  const Target slow = small_target(LatencyBandwidthParameters{700'000, 3, 37, 21}, 8);
  const Target fast = small_target(IdealParameters{}, 0);
  const Program program =
      one_kernel(KernelShape().with_blocks(4).with_compute(50).with_read(999).with_write(64));
  const Timing first = simulate(slow, program);
  simulate(fast, program);
  const Timing again = simulate(slow, program);
  EXPECT_EQ(first.total, again.total);
  EXPECT_EQ(first.memories[0].bytes_per_bucket, again.memories[0].bytes_per_bucket);
}

}  // namespace
}  // namespace spillway
