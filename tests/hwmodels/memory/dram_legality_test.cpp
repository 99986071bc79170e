// SPDX-License-Identifier: Apache-2.0
// Every sequence of commands that the controller issues must be legal for the device. For each
// timing rule, the smallest distance that the rule permits must also occur, so the controller is
// not slower than necessary.
#include <algorithm>
#include <random>
#include <set>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/index.h"
#include "hwmodels/memory/dram/command_checker.h"
#include "hwmodels/memory/dram/dram_memory.h"
#include "hwmodels/memory/dram/queue_settings.h"
#include "hwmodels/memory/parts.h"
#include "hwmodels/toml/builtin_targets.h"
#include "tests/hwmodels/memory/dram_part.h"

namespace spillway::test {
namespace {

using dram::CommandChecker;
using dram::CommandRule;

using Random = std::mt19937_64;

std::vector<std::string> all_parts() {
  std::vector<std::string> names;
  for (const BuiltinTarget& file : builtin_parts()) {
    if (std::holds_alternative<DramParameters>(load_part(file.name))) names.push_back(file.name);
  }
  return names;
}

std::vector<std::string> broken_rules(const dram::CommandChecker& checker) {
  std::vector<std::string> rules;
  for (const dram::CommandViolation& violation : checker.violations()) {
    rules.push_back(fmt::format("{}: {}", violation.command.clock, violation.rule));
  }
  return rules;
}

/// Makes random requests with pauses. Phases of sequential streams, of few banks and of random
/// addresses alternate.
class Traffic {
 public:
  Traffic(const DramParameters& parameters, std::uint64_t seed)
      : parameters_(parameters), random_(seed) {}

  Burst next() {
    if (left_-- == 0) new_phase();
    const Bytes step = parameters_.geometry.burst_bytes();
    Burst burst;
    base_ += static_cast<Address>(step);
    const Address hot_row = (random_() & row_mask_) * hot_distance_;
    burst.address = base_ + hot_row;
    burst.bytes = static_cast<std::int32_t>(step << (random_() % 16 == 0 ? 2 : 0));
    burst.write = random_() % 100 < write_percent_;
    if (gap_ > 0 && random_() % 4 == 0) {
      now_ += static_cast<Picoseconds>(random_() % gap_) * parameters_.clocks.tck;
    }
    burst.arrival = now_;
    return burst;
  }

 private:
  void new_phase() {
    left_ = static_cast<int>(8 + random_() % 200);
    base_ = random_() % (Address{16} << 20) / 64 * 64;
    row_mask_ = (1U << random_() % 4) - 1;
    hot_distance_ = Address{1} << (10 + random_() % 12);
    write_percent_ = std::array<std::uint64_t, 4>{0, 100, 50, 10}[random_() % 4];
    gap_ = std::array<std::uint64_t, 4>{0, 8, 200, 20}[random_() % 4];
  }

  const DramParameters& parameters_;
  Random random_;
  int left_ = 0;
  Address base_ = 0, row_mask_ = 0, hot_distance_ = 0;
  std::uint64_t write_percent_ = 0, gap_ = 0;
  Picoseconds now_ = 0;
};

std::int64_t check_random_traffic(const DramParameters& parameters, int bursts, std::uint64_t seed,
                                  std::vector<CommandChecker>& checkers) {
  DramMemory memory(parameters);
  std::int64_t commands = 0;
  memory.record_commands([&](int channel, const dram::CommandRecord& command) {
    at(checkers, channel).check(command);
    ++commands;
  });
  Traffic traffic(parameters, seed);
  Burst burst = traffic.next();
  for (int sent = 0; sent < bursts || memory.pending() > 0;) {
    while (sent < bursts && !memory.full() &&
           (memory.pending() == 0 || burst.arrival <= memory.next_decision())) {
      memory.submit(burst);
      burst = traffic.next();
      ++sent;
    }
    if (memory.pending() > 0) memory.complete_one();
  }
  return commands;
}

TEST(SlowDramLegality, RandomTrafficNeverViolatesARuleOfAnyPart) {
  std::int64_t commands = 0;
  for (const std::string& name : all_parts()) {
    for (const std::string& queue : queue_setting_names()) {
      for (int variant = 0; variant < 4; ++variant) {
        DramParameters parameters = dram_part(name, queue);
        DramController& controller = parameters.controller;
        if (variant % 2 == 1) controller.page_policy = DramController::PagePolicy::closed;
        if (variant >= 2) {
          if (parameters.clocks.rfc_bank == 0) continue;
          controller.refresh = DramController::Refresh::per_bank;
        }
        std::vector<CommandChecker> checkers(static_cast<std::size_t>(parameters.geometry.channels),
                                             CommandChecker(parameters));
        commands += check_random_traffic(parameters, 12'000, commands + 1, checkers);
        for (const CommandChecker& checker : checkers) {
          ASSERT_THAT(broken_rules(checker), testing::IsEmpty()) << name << " " << queue;
        }
      }
    }
  }
  EXPECT_GT(commands, 2'000'000);
}

// The two rules whose smallest permitted distance never occurs. The controller precharges all banks
// only before a refresh, and the refresh interval is longer than the time of a refresh.
const std::set<std::string> never_met{"PREA-ACT tRPab", "REF-REF tRFC"};

DramParameters often_refreshed(const std::string& name, const std::string& queue, int variant) {
  DramParameters parameters = dram_part(name, queue);
  // Some queue settings change these two timings of the DRAM, to imitate a simulator. The next
  // lines undo these changes, so that the rules of the DRAM are the same for all queue settings.
  parameters.clocks.rtp_bank = 0;
  parameters.clocks.wr_all = true;
  parameters.clocks.refi = parameters.clocks.rfc + 400;
  parameters.clocks.refi_bank = parameters.clocks.rfc_bank;
  DramController& controller = parameters.controller;
  if (variant % 2 == 1) controller.page_policy = DramController::PagePolicy::closed;
  if (variant >= 2 && parameters.clocks.rfc_bank > 0) {
    controller.refresh = DramController::Refresh::per_bank;
  }
  return parameters;
}

// Runs random traffic with frequent refreshes, with several settings of the controller. Returns,
// for each rule, the smallest distance in clocks that occurs, and sets `rules` to the rules.
std::vector<Cycles> smallest_gaps(const std::string& name, std::vector<CommandRule>& rules) {
  std::vector<Cycles> smallest;
  for (const char* queue : {"per-bank", "shared", "dramsys-fifo"}) {
    for (int variant = 0; variant < 4; ++variant) {
      const DramParameters parameters = often_refreshed(name, queue, variant);
      std::vector<CommandChecker> checkers{CommandChecker(parameters)};
      check_random_traffic(parameters, 40'000, 7, checkers);
      EXPECT_THAT(broken_rules(checkers[0]), testing::IsEmpty());
      rules = checkers[0].rules();
      const std::vector<Cycles>& gaps = checkers[0].smallest_gaps();
      if (smallest.empty()) smallest = gaps;
      for (std::size_t i = 0; i < gaps.size(); ++i) smallest[i] = std::min(smallest[i], gaps[i]);
    }
  }
  return smallest;
}

TEST(SlowDramLegality, TheControllerMeetsEveryRuleExactlySomewhere) {
  for (const std::string name :
       {"DDR3-1600K-x16", "LPDDR4-3200-x16", "LPDDR1-400-x16", "DDR4-2400-x16"}) {
    std::vector<CommandRule> rules;
    const std::vector<Cycles> smallest = smallest_gaps(name, rules);
    for (std::size_t i = 0; i < rules.size(); ++i) {
      // In this test, no device enters power-down or self-refresh. dram_power_down_test.cpp tests
      // the rules of these states, whose names contain ": ".
      const bool of_sleep = rules[i].name.find(": ") != std::string::npos;
      if (of_sleep || never_met.count(rules[i].name) != 0) continue;
      EXPECT_EQ(smallest[i], rules[i].gap) << name << ": " << rules[i].name;
    }
  }
}

// Tests the checker of commands. For each rule, a command at the first legal clock must be
// accepted, and a command one clock earlier must be refused.
TEST(DramCommandChecker, SeparatesTheFirstLegalClockFromTheOneBefore) {
  const DramParameters parameters = dram_part("LPDDR4-3200-x16", "per-bank");
  const std::vector<CommandRule> rules = dram::command_rules(parameters);
  for (const CommandRule& rule : rules) {
    const auto broken_at = [&](Cycles gap) {
      CommandChecker checker(parameters);
      for (int i = 0; i < rule.back; ++i) checker.check({1000 + i, rule.previous[0], 0, 0});
      const int bank = rule.scope == CommandRule::Scope::same_bank ? 0 : 1;
      checker.check({1000 + gap, rule.next[0], bank, 0});
      const std::vector<std::string> found = broken_rules(checker);
      const std::string expected = std::to_string(1000 + gap) + ": " + rule.name;
      return std::find(found.begin(), found.end(), expected) != found.end();
    };
    EXPECT_FALSE(broken_at(rule.gap)) << rule.name;
    EXPECT_TRUE(broken_at(rule.gap - 1)) << rule.name;
  }
}

TEST(DramCommandChecker, NoticesColumnsOfClosedRowsAndRefreshesOfOpenBanks) {
  const DramParameters parameters = dram_part("DDR3-1600K-x16", "per-bank");
  CommandChecker checker(parameters);
  checker.check({0, dram::Command::activate, 2, 5});
  checker.check({100, dram::Command::read, 2, 6});
  checker.check({200, dram::Command::refresh_all, 0, 0});
  checker.check({1000, dram::Command::activate, 2, 7});
  EXPECT_THAT(broken_rules(checker),
              testing::ElementsAre("100: column command to a row that is not open",
                                   "200: REF with an open bank", "1000: ACT of an open bank"));
}

}  // namespace
}  // namespace spillway::test
