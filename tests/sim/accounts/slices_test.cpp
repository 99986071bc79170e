// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "sim/accounts/slice_log.h"
#include "sim/simulate.h"
#include "tests/sim/small_platform.h"

namespace spillway {
namespace {

using sim::SliceLog;
using sim::Track;

void expect_ordered_lanes(const std::vector<TraceSlice>& slices) {
  for (std::size_t i = 0; i < slices.size(); ++i) {
    EXPECT_LT(slices[i].start, slices[i].end);
    EXPECT_LE(slices[i].busy, slices[i].end - slices[i].start);
    if (i == 0) continue;
    const TraceSlice& before = slices[i - 1];
    if (before.track == slices[i].track && before.lane == slices[i].lane) {
      EXPECT_LE(before.end, slices[i].start);
    }
  }
}

Program two_kernels() {
  Program program;
  auto shape = test::KernelShape().with_blocks(20).with_compute(100).with_output(40);
  append_kernel(program, shape.with_read(700).with_weights(300).with_write(500));
  append_kernel(program, shape.with_compute(30));
  return program;
}

SimulationOptions slices(bool keep) {
  SimulationOptions options;
  options.keep_slices = keep;
  return options;
}

TEST(Slices, BusyTimesAddUpToThoseOfTheEngines) {
  const Target target = test::small_target(LatencyBandwidthParameters{1'000'000, 8, 20, 20}, 8);
  const Timing timing = simulate(target, two_kernels(), slices(true));
  expect_ordered_lanes(timing.slices);
  std::vector<Picoseconds> busy(timing.engines.size(), 0);
  for (const TraceSlice& slice : timing.slices) busy[slice.track] += slice.busy;
  for (std::size_t e = 0; e < busy.size(); ++e) {
    EXPECT_EQ(busy[e], timing.engines[e].busy) << timing.engines[e].name;
  }
}

TEST(Slices, RecordingSlicesChangesNoResult) {
  const Target target = test::small_target(LatencyBandwidthParameters{1'000'000, 8, 20, 20}, 8);
  const Timing with = simulate(target, two_kernels(), slices(true));
  const Timing without = simulate(target, two_kernels(), slices(false));
  EXPECT_TRUE(without.slices.empty());
  EXPECT_EQ(with.total, without.total);
}

TEST(SliceLog, MergesSlicesWithoutAGap) {
  SliceLog log;
  constexpr Track track{1};
  log.add(track, 0, 3, 0, 100);
  log.add(track, 0, 3, 100, 150);
  log.add(track, 0, 3, 151, 160);
  log.add(track, 0, 4, 160, 170);
  EXPECT_EQ(log.slices().size(), 3U);
  EXPECT_EQ(log.slices()[0].end, 150);
}

TEST(SliceLog, HoldsABoundedNumberThatKeepsTheBusyTime) {
  constexpr std::size_t limit = 1000;
  SliceLog log(limit);
  constexpr int count = 300'000;
  for (int i = 0; i < count; ++i) {
    const Picoseconds start = Picoseconds{10'000} * i;
    log.add(Track{3}, 0, i, start, start + 4'000);
  }
  const std::vector<TraceSlice> slices = log.slices();
  EXPECT_LE(slices.size(), limit);
  EXPECT_GT(slices.size(), limit / 8);
  expect_ordered_lanes(slices);
  Picoseconds busy = 0;
  for (const TraceSlice& slice : slices) busy += slice.busy;
  EXPECT_EQ(busy, Picoseconds{4'000} * count);
}

}  // namespace
}  // namespace spillway
