// SPDX-License-Identifier: Apache-2.0
// What the settings that imitate a simulator take over from it.
#include <gtest/gtest.h>

#include "hwmodels/memory/dram/dram_memory.h"
#include "hwmodels/memory/memory_trace.h"
#include "hwmodels/memory/trace_patterns.h"
#include "tests/hwmodels/memory/dram_part.h"

namespace spillway::test {
namespace {

using dram::Command;
using dram::CommandRecord;

std::vector<CommandRecord> commands_of(const DramParameters& parameters,
                                       const std::string& pattern) {
  DramMemory memory(parameters);
  std::vector<CommandRecord> commands;
  memory.record_commands(
      [&](int /*channel*/, const CommandRecord& command) { commands.push_back(command); });
  run_memory_trace(
      memory, split_requests(make_trace(pattern, 5000), parameters.geometry.burst_bytes()), 32);
  return commands;
}

TEST(DramImitation, Dramsim3ClosesBanksOneByOneBeforeARefresh) {
  const DramParameters parameters = dram_part("LPDDR4-3200-x16", "dramsim3");
  int refreshes = 0, most = 0, closed = 0;
  Cycles last = 0;
  for (const CommandRecord& command : commands_of(parameters, "seq_read")) {
    ASSERT_NE(command.command, Command::precharge_all);
    if (command.command == Command::precharge) {
      if (closed > 0) {
        EXPECT_GE(command.clock - last, parameters.clocks.ppd);
      }
      last = command.clock;
      ++closed;
      continue;
    }
    if (command.command == Command::refresh_all) {
      EXPECT_GE(command.clock - last, parameters.clocks.rp);
      most = std::max(most, closed);
      ++refreshes;
    }
    closed = 0;
  }
  EXPECT_GT(refreshes, 5);
  EXPECT_GT(most, 1);
}

// Least distance from a write to the precharge of all banks after it.
Cycles least_recovery(const DramParameters& parameters) {
  Cycles last_write = -1;
  Cycles least = parameters.clocks.refi;
  for (const CommandRecord& command : commands_of(parameters, "seq_write")) {
    if (command.command == Command::write) last_write = command.clock;
    if (command.command == Command::precharge_all) {
      least = std::min(least, command.clock - last_write);
    }
  }
  return least;
}

TEST(DramImitation, OnlyDramsysDdr3ClosesAllBanksBeforeAWriteHasRecovered) {
  const auto recovery = [](const DramParameters& parameters) {
    const DramClocks& t = parameters.clocks;
    return t.cwl + t.dqss + parameters.geometry.burst_clocks() + t.wr;
  };
  for (const char* name : {"DDR3-1600K-x16", "LPDDR4-3200-x16", "DDR4-2400-x16"}) {
    const DramParameters own = dram_part(name, "per-bank");
    EXPECT_GE(least_recovery(own), recovery(own)) << name;
    const DramParameters imitating = dram_part(name, "dramsys");
    const bool ddr3 = std::string(name).rfind("DDR3", 0) == 0;
    EXPECT_EQ(least_recovery(imitating) < recovery(imitating), ddr3) << name;
  }
}

}  // namespace
}  // namespace spillway::test
