// SPDX-License-Identifier: Apache-2.0
// In a timing, the bytes of operators, the totals of memories and the bandwidth buckets must add up
// to the bytes that ports and memories have moved.
#include <numeric>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "base/index.h"
#include "hwmodels/target/peak_rate.h"
#include "sim/simulate.h"
#include "tests/sim/arbitrary_program.h"

namespace spillway {
namespace {

using test::access_of;
using test::ghz;
using test::one_kernel;
using test::small_target;

Bytes sum(const std::vector<Bytes>& buckets) {
  return std::accumulate(buckets.begin(), buckets.end(), Bytes{0});
}

// Returns how many bytes the timing adapters (Arm's models of slow memories) of a memory may admit
// in a run in addition to their mean rate. Each adapter may admit all words of a period at once,
// both at the beginning and at the end of the run. So these are the words of two periods for each
// adapter. In each of the two periods, the last burst may exceed the words of the period, so one
// burst per period is added.
double admitted_at_once(const Target& target, const MemorySpec& memory) {
  const auto* const adapter = std::get_if<TimingAdapterParameters>(&memory.timing);
  if (adapter == nullptr || adapter->bwcap == 0) return 0;
  const PortSpec& port = at(target.ports, memory.port);
  const std::int32_t burst = std::max(port.burst_bytes, target.dma.burst_bytes);
  return 2.0 * adapter->count * (adapter->bwcap * adapter->word_bytes + burst);
}

void expect_one_account(const Target& target, const Timing& timing) {
  constexpr double picoseconds_per_second = 1e12;
  for (std::size_t m = 0; m < timing.memories.size(); ++m) {
    const MemoryActivity& memory = timing.memories[m];
    const Bytes moved = memory.read_bytes + memory.write_bytes;
    RC_ASSERT(sum(memory.bytes_per_bucket) == moved);
    RC_ASSERT(memory.useful_bytes <= moved);
    Bytes of_operators = 0, useful = 0;
    for (const OperatorTiming& op : timing.operators) {
      RC_ASSERT(op.useful_bytes[m] <= op.read_bytes[m] + op.write_bytes[m]);
      of_operators += op.read_bytes[m] + op.write_bytes[m];
      useful += op.useful_bytes[m];
    }
    RC_ASSERT(of_operators <= moved);
    RC_ASSERT(useful <= memory.useful_bytes);
    RC_ASSERT(!target.background.empty() || of_operators == moved);
    RC_ASSERT(!target.background.empty() || useful == memory.useful_bytes);
    const std::int64_t rate = peak_bytes_per_second(target, target.memories[m]);
    // The simulator counts time in whole picoseconds and rounds the duration of a burst down. So
    // each burst can be up to a picosecond shorter than at the exact rate.
    const auto time = static_cast<double>(timing.clock.to_time(timing.total) + memory.bursts);
    const double most = static_cast<double>(rate) * time / picoseconds_per_second +
                        admitted_at_once(target, target.memories[m]);
    // Only the bytes of operators are compared, because bursts of a background master may still be
    // in flight at the end of the run.
    RC_ASSERT(rate == 0 || static_cast<double>(of_operators) <= most);
  }
}

RC_GTEST_PROP(AccountOfBytes, RowsTotalsBucketsAndTimeAgree, ()) {
  const Target target = test::arbitrary_target();
  expect_one_account(target, simulate(target, test::arbitrary_program()));
}

RC_GTEST_PROP(AccountOfBytes, ARecordedRunHasTheSameBytes, ()) {
  const Target target = test::arbitrary_target();
  SimulationOptions recorded;
  recorded.keep_slices = true;
  expect_one_account(target, simulate(target, test::arbitrary_program(), recorded));
}

// Simulates a read of `bytes` bytes at `address`, through a port of 16 bytes per beat.
Timing read_of(std::int32_t bytes, Address address, const MemoryParameters& memory) {
  Target target = small_target(memory, 16);
  Program program = one_kernel(test::KernelShape().with_read(bytes));
  program.accesses[0].address = address;
  return simulate(target, program);
}

TEST(AccountOfBytes, AHalfEmptyBeatTakesAMemoryTheTimeOfABeat) {
  // The memory moves 2 bytes per cycle, so a beat of 16 bytes takes 8 cycles.
  const LatencyBandwidthParameters memory{ghz, 2, 0, 0};
  const Cycles beat = read_of(16, 0, memory).memories[0].busy;
  EXPECT_EQ(read_of(1, 0, memory).memories[0].busy, beat);
  EXPECT_EQ(read_of(1, 15, memory).memories[0].busy, beat);
  EXPECT_EQ(read_of(2, 15, memory).memories[0].busy, 2 * beat);
  EXPECT_EQ(read_of(2, 15, memory).memories[0].read_bytes, 32);
  EXPECT_EQ(read_of(2, 15, memory).memories[0].useful_bytes, 2);
}

TEST(AccountOfBytes, AMemoryBehindAPortWithoutBeatsMovesBytes) {
  const Target target = small_target(LatencyBandwidthParameters{ghz, 2, 0, 0}, 0);
  const Timing timing = simulate(target, one_kernel(test::KernelShape().with_read(10)));
  EXPECT_EQ(timing.memories[0].busy, timing.clock.to_time(5));
  EXPECT_EQ(timing.memories[0].read_bytes, 10);
}

TEST(AccountOfBytes, ARecordedBurstIsInWholeBeats) {
  Target target = small_target(LatencyBandwidthParameters{ghz, 2, 0, 0}, 16);
  Program program = one_kernel(test::KernelShape().with_read(3));
  program.accesses[0].address = 30;
  std::vector<TrafficRecord> traffic;
  SimulationOptions options;
  options.traffic = &traffic;
  simulate(target, program, options);
  ASSERT_EQ(traffic.size(), 1U);
  EXPECT_EQ(traffic[0].address, 16U);
  EXPECT_EQ(traffic[0].bytes, 32);
}

}  // namespace
}  // namespace spillway
