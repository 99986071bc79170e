// SPDX-License-Identifier: Apache-2.0
// Tests runs with a deadline. A run that would meet its deadline must not be stopped, and a stopped
// run must not change later runs.
#include <optional>
#include <string>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "sim/simulate.h"
#include "tests/hwmodels/memory/dram_part.h"
#include "tests/sim/arbitrary_program.h"
#include "tests/sim/same_timing.h"

namespace spillway {
namespace {

// The cycles between two snapshots of a run; few enough that a run has several snapshots.
constexpr Cycles spacing = 512;

Program arbitrary_long_program() {
  Program program;
  const int parts = *rc::gen::inRange(1, 9);
  for (int k = 0; k < parts; ++k) {
    for (int t = *rc::gen::inRange(0, 3); t > 0; --t) test::append_transfer(program, k);
    if (*rc::gen::arbitrary<bool>()) {
      program.commands.push_back(
          {CommandKind::dma_wait, static_cast<std::uint32_t>(*rc::gen::inRange(0, 2)), k, 0});
    }
    append_kernel(program, test::arbitrary_kernel());
  }
  for (Access& access : program.accesses) {
    if (access.data == DataClass::weights) access.memory = 1;
  }
  return program;
}

// Returns a DRAM part with a random setting of its controller.
MemoryParameters arbitrary_dram() {
  const std::string part = *rc::gen::element<std::string>("DDR3-1600K-x16", "LPDDR4-3200-x16",
                                                          "LPDDR4-3200-x32", "LPDDR1-400-x16");
  DramParameters dram = test::dram_part(part, *rc::gen::elementOf(queue_setting_names()));
  dram.controller.refresh =
      *rc::gen::element(DramController::Refresh::all_bank, DramController::Refresh::all_bank,
                        DramController::Refresh::none);
  // In half of the cases, refreshes are so frequent that even short programs have some.
  dram.clocks.refi = *rc::gen::element(dram.clocks.refi, 2 * dram.clocks.rfc);
  return dram;
}

// Returns a writable memory part that is not a DRAM.
MemoryParameters arbitrary_part() {
  return load_part(*rc::gen::element<std::string>("APS6408L-OC", "S27KS0641", "MRAM-35ns",
                                                  "IS66WVH8M8", "APS256XXN-x16"));
}

// Returns a cache of 32 to 2,048 bytes, so that programs have hits and misses.
CacheParameters arbitrary_cache() {
  CacheParameters cache;
  cache.lines = *rc::gen::element(2, 16, 64);
  cache.line_bytes = *rc::gen::element(16, 32);
  return cache;
}

// Checks that the lower bound of a run's remaining time is never too high. A run whose deadline is
// its exact time must be completed. A run with a shorter deadline must be stopped.
void expect_in_time(const Target& target, const Program& program, const std::string& chip) {
  const Timing timing = simulate(target, program);
  const TimeLeft left = least_time_left(target, program);
  RC_ASSERT(left.after.size() == program.kernels.size());
  RC_ASSERT(ClockDomain{target.clock_khz}.to_cycles(left.all) <= timing.total);
  const auto expect = [&](const std::optional<Timing>& within) {
    RC_ASSERT(within.has_value());
    const std::string found = test::difference(*within, timing);
    if (!found.empty()) RC_FAIL("differs in " + found);
  };
  const Cycles too_few = *rc::gen::inRange<Cycles>(0, timing.total);
  RC_ASSERT(!simulate_within({too_few, left}, target, program));
  expect(simulate_within({timing.total, left}, target, program));
  RC_ASSERT(!simulate_after_alike_within({too_few, left}, chip, target, program, spacing));
  expect(simulate_after_alike_within({timing.total, left}, chip, target, program, spacing));
}

RC_GTEST_PROP(LowerBound, IsAtMostTheTimeOfTheRun, ()) {
  static int chips = 0;
  const std::string chip = "chip " + std::to_string(chips++);
  Target target = test::arbitrary_target();
  if (*rc::gen::inRange(0, 4) > 0) target.npu.kernels_overlap = false;
  target.npu.weight_reads = *rc::gen::element(0, 0, 128, 1280);
  target.npu.feature_map_reads = *rc::gen::element(0, 0, 300);
  target.npu.scale_reads = *rc::gen::element(0, 0, 64);
  for (MemorySpec& memory : target.memories) {
    const int kind = *rc::gen::inRange(0, 6);
    if (kind < 2) memory.timing = kind == 0 ? arbitrary_part() : arbitrary_dram();
    if (*rc::gen::inRange(0, 8) == 0) memory.cache = arbitrary_cache();
  }
  for (int i = 0; i < 3; ++i) expect_in_time(target, arbitrary_long_program(), chip);
}

// The last kernel has one block, which reads maps from the SRAM and weights from the flash at the
// same time. So the lower bound must not add the times of these two reads.
TEST(LowerBound, LetsWeightsAndMapsOfABlockArriveTogether) {
  Target target = test::small_target(LatencyBandwidthParameters{test::ghz, 8, 10, 10}, 8);
  target.npu.kernels_overlap = false;
  MemorySpec flash = target.memories[0];
  flash.name = "flash";
  flash.timing = LatencyBandwidthParameters{test::ghz, 4, 150, 0};
  target.ports.push_back(target.ports[0]);
  target.ports[1].max_reads = 1;
  flash.port = 1;
  target.memories.push_back(flash);
  Program program;
  for (const std::int32_t maps : {8, 8, 4000}) {
    append_kernel(program, test::KernelShape()
                               .with_blocks(1)
                               .with_compute(1)
                               .with_output(1)
                               .with_read(maps)
                               .with_write(8));
  }
  Access weights = test::access_of(2000, 65536, DataClass::weights);
  weights.memory = 1;
  const Block& last = program.blocks.back();
  program.accesses.insert(program.accesses.begin() + last.reads.first + last.reads.count, weights);
  ++program.blocks.back().reads.count;
  ++program.blocks.back().writes.first;
  const Cycles total = simulate(target, program).total;
  const TimeLeft left = least_time_left(target, program);
  EXPECT_TRUE(simulate_within({total, left}, target, program));
  EXPECT_FALSE(simulate_within({total - 1, left}, target, program));
}

// If a memory is busy during the whole run, the lower bound must be more than 97 % of the run's
// time.
TEST(LowerBound, IsCloseIfAMemoryLimitsTheRun) {
  const Target target = [] {
    Target one = test::small_target(LatencyBandwidthParameters{test::ghz, 2, 10, 10}, 8);
    one.npu.kernels_overlap = false;
    return one;
  }();
  const Program program = test::one_kernel(
      test::KernelShape().with_blocks(60).with_compute(500).with_read(4000).with_write(1500));
  const Cycles total = simulate(target, program).total;
  const TimeLeft left = least_time_left(target, program);
  EXPECT_GT(ClockDomain{target.clock_khz}.to_cycles(left.all), total * 97 / 100);
  EXPECT_FALSE(simulate_within({total - 1, left}, target, program));
}

// Each kernel has one small block, whose time is mainly the latencies of its read and its write.
// The lower bound must be more than 95 % of the run's time.
TEST(LowerBound, IsCloseIfLatenciesLimitTheRun) {
  Target target = test::small_target(LatencyBandwidthParameters{test::ghz, 8, 500, 250}, 8);
  target.npu.kernels_overlap = false;
  Program program;
  for (int k = 0; k < 8; ++k) {
    append_kernel(program, test::KernelShape()
                               .with_blocks(1)
                               .with_compute(100)
                               .with_output(100)
                               .with_read(64)
                               .with_write(64));
  }
  const Cycles total = simulate(target, program).total;
  const TimeLeft left = least_time_left(target, program);
  EXPECT_GT(ClockDomain{target.clock_khz}.to_cycles(left.all), total * 95 / 100);
}

}  // namespace
}  // namespace spillway
