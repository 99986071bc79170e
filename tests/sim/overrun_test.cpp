// SPDX-License-Identifier: Apache-2.0
// Tests programs that would run longer than the limit of simulated time (longest_run).
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/diagnostics.h"
#include "hwmodels/lower.h"
#include "sim/accounts/ledger.h"
#include "sim/simulate.h"
#include "tests/user_error.h"

namespace spillway {
namespace {

using testing::HasSubstr;

Target slow_target(double bytes_per_cycle, std::int32_t latency) {
  Target target = load_target("ethos-u65-256");
  target.clock_khz = 1;
  for (MemorySpec& memory : target.memories) {
    LatencyBandwidthParameters timing;
    timing.clock_khz = 1;
    timing.bytes_per_cycle = bytes_per_cycle;
    timing.read_latency = timing.write_latency = latency;
    memory.timing = timing;
  }
  for (PortSpec& port : target.ports) port.clock_khz = 1;
  return target;
}

Program reading_program(std::int32_t rows) {
  Program program;
  program.operators.push_back({"slow_read", "CPU", 0, ""});
  Access access;
  access.run = 1 << 16;
  access.rows = rows;
  access.row_stride = access.run;
  program.accesses.push_back(access);
  HostTask task;
  task.accesses = {0, 1};
  program.host_tasks.push_back(task);
  program.commands.push_back({CommandKind::host, 0, 0, 0});
  return program;
}

std::string overrun_of(const Target& target, const Program& program) {
  return test::user_error([&] { simulate(target, program); }, ExitCode::run_failed);
}

TEST(Overrun, NamesTheOperatorThatTakesTooLong) {
  for (const double rate : {1e-6, 1e-3}) {
    for (const std::int32_t latency : {0, 1'000'000}) {
      EXPECT_THAT(overrun_of(slow_target(rate, latency), reading_program(64)),
                  HasSubstr("'slow_read': the run takes longer than 100,000 s"));
    }
  }
}

TEST(Overrun, HostWorkOfAnyLengthIsCutOff) {
  Program program = reading_program(1);
  program.host_tasks[0].accesses = {};
  program.host_tasks[0].cycles = std::numeric_limits<Cycles>::max();
  EXPECT_THAT(overrun_of(load_target("ethos-u65-256"), program), HasSubstr("'slow_read'"));
}

// If a run was stopped because it would take too long, later runs must still give the same results
// as before.
TEST(Overrun, DoesNotChangeLaterRuns) {
  const Target target = load_target("ethos-u65-256");
  const Program program = reading_program(8);
  const Timing before = simulate(target, program);
  EXPECT_NE(overrun_of(slow_target(1e-6, 1'000'000), reading_program(64)), "");
  const Timing after = simulate(target, program);
  EXPECT_EQ(after.total, before.total);
  EXPECT_LT(after.total, target.clock_khz * 100'000);
}

TEST(Overrun, ALongRunThatFitsIsExact) {
  Target target = slow_target(1, 0);
  Program program = reading_program(1);
  program.host_tasks[0].accesses = {};
  program.host_tasks[0].cycles = 90'000'000;  // 90,000 s at 1 kHz
  EXPECT_EQ(simulate(target, program).total, 90'000'000);
}

}  // namespace
}  // namespace spillway
