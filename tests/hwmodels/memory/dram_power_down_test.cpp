// SPDX-License-Identifier: Apache-2.0
// Tests power-down and self-refresh of an idle DRAM: how long waking takes, how much energy is
// saved, and whether commands keep the distances that the standard requires.
#include <random>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hwmodels/memory/dram/command_checker.h"
#include "hwmodels/memory/dram/dram_memory.h"
#include "hwmodels/memory/parts.h"
#include "tests/user_error.h"

namespace spillway {
namespace {

using Refresh = DramController::Refresh;

DramParameters sleeping_part(const std::string& name, Cycles power_down, Cycles self_refresh,
                             Refresh refresh = Refresh::all_bank) {
  auto parameters = std::get<DramParameters>(load_part(name));
  parameters.controller.power_down_after = power_down;
  parameters.controller.self_refresh_after = self_refresh;
  parameters.controller.refresh = refresh;
  return parameters;
}

Picoseconds read_at(DramMemory& memory, Cycles clock, Picoseconds tck, Address address = 0) {
  Burst burst;
  burst.address = address;
  burst.bytes = 32;
  burst.arrival = clock * tck;
  return memory.serve_at_once(burst).done - burst.arrival;
}

class PowerDown : public testing::TestWithParam<const char*> {};

TEST_P(PowerDown, WakingTakesTheExitTimeAndNoMore) {
  const auto latency = [](const DramParameters& parameters) {
    DramMemory memory(parameters);
    memory.reset();
    return read_at(memory, 5000, parameters.clocks.tck);
  };
  const Picoseconds awake = latency(sleeping_part(GetParam(), 0, 0, Refresh::none));
  const DramParameters down = sleeping_part(GetParam(), 100, 0, Refresh::none);
  const DramParameters self = sleeping_part(GetParam(), 100, 2000, Refresh::none);
  EXPECT_EQ(latency(down) - awake, std::max(down.clocks.xp, down.clocks.cke) * down.clocks.tck);
  EXPECT_EQ(latency(self) - awake, self.clocks.xs * self.clocks.tck);
  EXPECT_EQ(latency(sleeping_part(GetParam(), 5000, 0, Refresh::none)), awake);
}

// Issues random reads and writes with gaps of up to `longest` clocks. Returns a checker that has
// checked every command that the memory issued.
dram::CommandChecker checked(const DramParameters& parameters, unsigned seed, int longest,
                             std::vector<dram::CommandRecord>* commands = nullptr) {
  DramMemory memory(parameters);
  memory.reset();
  dram::CommandChecker checker(parameters);
  memory.record_commands([&](int /*channel*/, const dram::CommandRecord& command) {
    checker.check(command);
    if (commands != nullptr) commands->push_back(command);
  });
  std::mt19937 random(seed);
  Burst burst;
  burst.bytes = 64;
  for (int i = 0; i < 400; ++i) {
    const auto gap = static_cast<Cycles>(random() % 4 == 0 ? random() % longest : random() % 20);
    burst.arrival += gap * parameters.clocks.tck;
    burst.address = (random() % (1U << 22)) & ~Address{63};
    burst.write = random() % 3 == 0;
    if (memory.full()) memory.complete_one();
    while (memory.pending() > 0 && memory.next_decision() <= burst.arrival) memory.complete_one();
    memory.submit(burst);
  }
  while (memory.pending() > 0) memory.complete_one();
  return checker;
}

TEST_P(PowerDown, EveryCommandIsLegal) {
  for (unsigned seed = 0; seed < 20; ++seed) {
    for (const Cycles down : {0, 1, 40, 700}) {
      for (const Cycles self : {0, 900, 9000}) {
        const DramParameters parameters = sleeping_part(GetParam(), down, self);
        const dram::CommandChecker checker = checked(parameters, seed, 20'000);
        ASSERT_TRUE(checker.violations().empty())
            << down << " " << self << ": " << checker.violations().front().rule << " at "
            << checker.violations().front().command.clock;
      }
    }
  }
}

// After power-down or self-refresh, the first command must be issued at the first clock that the
// standard permits. To check this, the test moves each exit one clock later, which must make
// commands illegal.
TEST_P(PowerDown, NothingWakesEarlierOrLaterThanTheStandardAllows) {
  const DramParameters parameters = sleeping_part(GetParam(), 40, 3000);
  std::vector<dram::CommandRecord> commands;
  const dram::CommandChecker checker = checked(parameters, 3, 20'000, &commands);
  int exact = 0;
  for (std::size_t i = 0; i < checker.rules().size(); ++i) {
    const std::string& name = checker.rules()[i].name;
    if (name.find("exit to any") == std::string::npos) continue;
    EXPECT_EQ(checker.smallest_gaps()[i], checker.rules()[i].gap) << name;
    ++exact;
  }
  EXPECT_EQ(exact, 2);
  int broken = 0;
  for (std::size_t i = 1; i < commands.size(); ++i) {
    if (!dram::wakes(commands[i - 1].command)) continue;
    std::vector<dram::CommandRecord> early = commands;
    early[i - 1].clock += 1;  // a later exit makes the next command illegal
    dram::CommandChecker again(parameters);
    for (const dram::CommandRecord& command : early) again.check(command);
    broken += again.violations().empty() ? 0 : 1;
  }
  EXPECT_GT(broken, 5);
}

TEST_P(PowerDown, AnIdleDeviceTakesThePowerDownCurrent) {
  const auto energy = [](const DramParameters& parameters, Cycles clocks) {
    DramMemory memory(parameters);
    memory.reset();
    return memory.energy(clocks * parameters.clocks.tck).value();
  };
  constexpr Cycles clocks = 100'000;
  const DramParameters awake = sleeping_part(GetParam(), 0, 0, Refresh::none);
  const MemoryEnergy none = energy(awake, clocks);
  const MemoryEnergy down = energy(sleeping_part(GetParam(), 1000, 0, Refresh::none), clocks);
  const MemoryEnergy self = energy(sleeping_part(GetParam(), 0, 1000, Refresh::none), clocks);
  double ratio_down = 0, ratio_self = 0, standby = 0;
  for (const DramSupply& supply : awake.supplies) {
    ratio_down += supply.volts * supply.idd2p;
    ratio_self += supply.volts * supply.idd6;
    standby += supply.volts * supply.idd2n;
  }
  EXPECT_NEAR(down.total() / none.total(), 0.01 + 0.99 * ratio_down / standby, 1e-9);
  EXPECT_NEAR(self.total() / none.total(), 0.01 + 0.99 * ratio_self / standby, 1e-9);
}

TEST_P(PowerDown, ABusyDeviceIsNotSlowerAndASleepingOneIsRefreshedByItself) {
  const auto refreshes = [](const DramParameters& parameters) {
    DramMemory memory(parameters);
    memory.reset();
    read_at(memory, 0, parameters.clocks.tck);
    read_at(memory, 200'000, parameters.clocks.tck);
    return memory.statistics().refreshes;
  };
  const std::int64_t awake = refreshes(sleeping_part(GetParam(), 0, 0));
  EXPECT_EQ(awake, 200'000 / sleeping_part(GetParam(), 0, 0).clocks.refi);
  EXPECT_EQ(refreshes(sleeping_part(GetParam(), 100, 0)), awake);
  EXPECT_EQ(refreshes(sleeping_part(GetParam(), 100, 50'000)),
            50'000 / sleeping_part(GetParam(), 0, 0).clocks.refi);
  const DramParameters busy = sleeping_part(GetParam(), 1000, 2000);
  const DramParameters plain = sleeping_part(GetParam(), 0, 0);
  std::vector<dram::CommandRecord> with, without;
  checked(busy, 5, 30, &with);
  checked(plain, 5, 30, &without);
  ASSERT_EQ(with.size(), without.size());
  for (std::size_t i = 0; i < with.size(); ++i) EXPECT_EQ(with[i].clock, without[i].clock);
}

INSTANTIATE_TEST_SUITE_P(Parts, PowerDown, testing::Values("LPDDR4-3200-x16", "DDR3-1600K-x16"),
                         [](const auto& tested) {
                           return std::string(tested.param).substr(0, 4) == "DDR3" ? "Ddr3"
                                                                                   : "Lpddr4";
                         });

TEST(PowerDownFile, MissingParametersAreNamed) {
  const auto error_of = [](const std::string& text) {
    return test::user_error(
        [&] { parse_part("kind = \"dram\"\ndescription = \"-\"\n" + text, "part.toml"); });
  };
  using testing::HasSubstr;
  EXPECT_EQ(error_of("part = \"LPDDR4-3200-x16\"\npower_down_after = 64\n"), "");
  EXPECT_THAT(error_of("part = \"DDR4-2400-x16\"\npower_down_after = 64\n"),
              HasSubstr("the part does not say CKE and XP"));
  EXPECT_THAT(
      error_of("part = \"LPDDR4-3200-x16\"\nrefresh = \"per_bank\"\npower_down_after = 64\n"),
      HasSubstr("needs refreshes of all banks"));
  EXPECT_THAT(error_of("part = \"LPDDR4-3200-x16\"\npower_down_after = 64\nself_refresh_after = "
                       "32\n"),
              HasSubstr("is earlier than power_down_after"));
  EXPECT_EQ(error_of("part = \"LPDDR4-3200-x16\"\nrefresh = \"per_bank\"\npostponed_refreshes = "
                     "64\n"),
            "");
  EXPECT_THAT(
      error_of("part = \"LPDDR4-3200-x16\"\nrefresh = \"per_bank\"\npostponed_refreshes = 65\n"),
      HasSubstr("postponed_refreshes"));
  EXPECT_THAT(error_of("part = \"LPDDR4-3200-x16\"\npostponed_refreshes = 8\n"),
              HasSubstr("needs refresh"));
}

}  // namespace
}  // namespace spillway
