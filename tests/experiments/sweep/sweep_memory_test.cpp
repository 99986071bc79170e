// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "experiments/summary/sweep_summary.h"
#include "experiments/sweep/sweep.h"
#include "tests/checkout.h"
#include "tests/experiments/sweep/sweep_program.h"
#include "tests/peak_bytes.h"
#include "traces/files/network_loader.h"

namespace spillway {
namespace {

using SlowSweepMemory = test::SmallSweep;

// The parent process of a sweep may keep only two things for each point: the position of the
// point's row in the file, and the data of the summary. It must keep neither the point nor the text
// of its row.
TEST_F(SlowSweepMemory, GrowsByLittleWithEveryPoint) {
  if (test::sanitized()) GTEST_SKIP() << "sanitizers hold back what is freed";
  const auto sweep_of = [&](std::size_t sizes) {
    SweepSpec spec;
    spec.networks = {load_network(file("net.csv"))};
    spec.targets = {"ethos-u65-256"};
    spec.planners = {"cadence-greedy", "vela-greedy"};
    add_memory(spec, fmt::format("sram=4K:{}:16", 4096 + 16 * (sizes - 1)));
    SweepTable table(spec);
    SweepRun run;
    run.output = file(fmt::format("{}.csv", sizes));
    run.command = "sweep";
    const SweepOutcome outcome = run_sweep(table, run, [](auto, auto, auto) {});
    ASSERT_EQ(outcome.done, 2 * sizes);
    EXPECT_NE(printed_text(sweep_summary(read_sweep_file(run.output), {}, &table)), "");
  };
  constexpr std::size_t few = 1000, many = 5000;
  const std::int64_t less = test::peak_bytes_of([&] { sweep_of(few); });
  const std::int64_t more = test::peak_bytes_of([&] { sweep_of(many); });
  // About twice the bytes that the parent process keeps for a point.
  constexpr std::int64_t bytes_per_point = 512;
  EXPECT_LT(more - less, bytes_per_point * static_cast<std::int64_t>(2 * (many - few)));
}

}  // namespace
}  // namespace spillway
