// SPDX-License-Identifier: Apache-2.0
#include <numeric>
#include <random>

#include <gtest/gtest.h>

#include "sim/simulate.h"
#include "tests/sim/small_platform.h"

namespace spillway {
namespace {

using test::KernelShape;
using test::small_target;

// Returns a random chain of kernels that only read. So the port of the memory has a single master.
Program random_program(std::mt19937& random) {
  const auto below = [&](int limit) {
    return static_cast<std::int32_t>(random() % static_cast<unsigned>(limit));
  };
  Program program;
  const int kernels = 1 + below(4);
  for (int k = 0; k < kernels; ++k) {
    const auto shape = KernelShape()
                           .with_blocks(static_cast<std::uint32_t>(1 + below(12)))
                           .with_compute(below(400))
                           .with_output(below(200))
                           .with_read(1 + below(3000));
    test::append_kernel(program, shape);
  }
  return program;
}

TEST(Monotone, ASingleMasterIsNeverSlowerWithABetterMemory) {
  std::mt19937 random(7);
  for (int round = 0; round < 300; ++round) {
    const Program program = random_program(random);
    const double bandwidth = 1 + static_cast<double>(random() % 8);
    const Cycles latency = static_cast<Cycles>(random() % 200);
    const auto outstanding = static_cast<std::int32_t>(1 + random() % 8);
    const auto total = [&](double bytes_per_cycle, Cycles cycles, std::int32_t reads) {
      Target target =
          small_target(LatencyBandwidthParameters{1'000'000, bytes_per_cycle, cycles, cycles}, 8);
      target.ports[0].max_reads = reads;
      return simulate(target, program).total;
    };
    const Cycles base = total(bandwidth, latency, outstanding);
    EXPECT_LE(total(bandwidth * 2, latency, outstanding), base) << "bandwidth, round " << round;
    EXPECT_LE(total(bandwidth, latency / 2, outstanding), base) << "latency, round " << round;
    EXPECT_LE(total(bandwidth, latency, outstanding + 1), base) << "outstanding, round " << round;
  }
}

TEST(Exact, PartsAddUpToEveryOperatorAndOperatorsToTheTotal) {
  std::mt19937 random(11);
  for (int round = 0; round < 200; ++round) {
    const Program program = random_program(random);
    const Target target = small_target(
        LatencyBandwidthParameters{333'333 + static_cast<Kilohertz>(random() % 700'000), 3, 41, 17},
        8);
    const Timing timing = simulate(target, program);
    Cycles previous = 0;
    for (const OperatorTiming& op : timing.operators) {
      EXPECT_EQ(op.start, previous);
      previous = op.end;
      EXPECT_EQ(op.compute + op.dma_wait + op.overhead + op.host +
                    std::accumulate(op.memory_stall.begin(), op.memory_stall.end(), Cycles{0}),
                op.total());
    }
    EXPECT_EQ(previous, timing.total);
  }
}

}  // namespace
}  // namespace spillway
