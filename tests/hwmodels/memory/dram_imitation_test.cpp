// SPDX-License-Identifier: Apache-2.0
// Some settings of the controller's queue imitate other DRAM simulators. Each test checks a rule of
// one of these simulators.
#include <algorithm>
#include <map>

#include <gtest/gtest.h>

#include "hwmodels/memory/dram/dram_memory.h"
#include "tests/hwmodels/memory/dram_part.h"
#include "tests/hwmodels/memory/traces.h"

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

// Returns the smallest distance, in clocks, from a write to the following precharge of all banks.
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

// While another bank keeps the data bus busy, two requests wait for a bank: a row hit, and an older
// request for another row of this bank. By Ramulator's rule, the open row is closed as soon as the
// timing permits, so the older request is served first. With other settings, the row hit is served
// first.
TEST(DramImitation, RamulatorPrefersNoRowHits) {
  constexpr Address bank_distance = 2048;
  constexpr Address row_distance = 8 * 2048;
  constexpr std::uint32_t miss = 20, hit = 21;
  const auto first_done = [&](const char* queue) {
    const DramParameters parameters = dram_part("DDR3-1600K-x16", queue);
    DramMemory memory(parameters);
    memory.submit({0, 16, false, 0, 0});
    for (std::uint32_t i = 1; i <= 12; ++i) {
      memory.submit({bank_distance + Address{16} * i, 16, false, i, 0});
    }
    const Picoseconds busy = 20 * parameters.clocks.tck;
    memory.submit({row_distance, 16, false, miss, busy});
    memory.submit({16, 16, false, hit, busy});
    for (;;) {
      const std::uint32_t tag = memory.complete_one().tag;
      if (tag == miss || tag == hit) return tag;
    }
  };
  EXPECT_EQ(first_done("ramulator"), miss);
  EXPECT_EQ(first_done("shared"), hit);
}

// In Ramulator, a row must stay open until the request for which it was opened is served.
TEST(DramImitation, RamulatorReadsOrWritesEveryRowThatItOpens) {
  const DramParameters parameters = dram_part("DDR3-1600K-x16", "ramulator");
  std::map<int, int> columns;  // number of column commands since the row was opened, by open bank
  int rows = 0;
  const auto close = [&](int bank) {
    if (columns.count(bank) != 0) {
      EXPECT_GT(columns[bank], 0);
    }
    columns.erase(bank);
  };
  for (const CommandRecord& command : commands_of(parameters, "rand_rw")) {
    if (command.command == Command::activate) {
      columns[command.bank] = 0;
      ++rows;
    } else if (command.command == Command::precharge) {
      close(command.bank);
    } else if (command.command == Command::precharge_all) {
      for (int bank = 0; bank < parameters.geometry.banks; ++bank) close(bank);
    } else if (is_column(command.command)) {
      ++columns[command.bank];
    }
  }
  EXPECT_GT(rows, 100);
}

// Returns the number of per-bank refreshes in 10,000 clocks.
double bank_refreshes(const char* queue) {
  DramParameters parameters = dram_part("LPDDR4-3200-x16", queue);
  parameters.controller.refresh = DramController::Refresh::per_bank;
  const std::vector<CommandRecord> commands = commands_of(parameters, "rand_rw");
  const auto refreshes = std::count_if(
      commands.begin(), commands.end(),
      [](const CommandRecord& command) { return command.command == Command::refresh_bank; });
  return static_cast<double>(refreshes) / static_cast<double>(commands.back().clock) * 1e4;
}

TEST(DramImitation, RamulatorRefreshesSingleBanksAsOftenAsTheSharedQueue) {
  EXPECT_GT(bank_refreshes("shared"), 5);
  EXPECT_NEAR(bank_refreshes("ramulator"), bank_refreshes("shared"), 0.5);
}

}  // namespace
}  // namespace spillway::test
