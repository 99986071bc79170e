// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "hwmodels/memory/dram/command.h"
#include "hwmodels/memory/dram/dram_parameters.h"

namespace spillway::dram {

/// The least distance from the first clock of a command to the first clock of a later command. The
/// rules follow JEDEC's command tables (JESD79-3, JESD209-4). The rules share no code with the
/// controller, so that they can check the controller.
struct CommandRule {
  enum class Scope { same_bank, same_group, any_bank };

  std::string name;
  std::vector<Command> previous;
  std::vector<Command> next;
  Scope scope = Scope::same_bank;
  Cycles gap = 0;
  // The distance counts from one of the last four earlier commands: 1 = from the last of them, 4 =
  // from the fourth last (for the window of four activates).
  int back = 1;
};

/// Returns the rules of the device, under the assumption that every command occupies the bus for
/// DramParameters::bus_clocks() clocks.
std::vector<CommandRule> command_rules(const DramParameters& parameters);

/// A rule that a command broke.
struct CommandViolation {
  CommandRecord command;
  std::string rule;
  Cycles late_enough = 0;  // first clock that the rule allows; 0 for rules about states
};

/// Checks a sequence of commands against the rules and against the state of the banks.
class CommandChecker {
 public:
  explicit CommandChecker(const DramParameters& parameters);

  void check(const CommandRecord& command);

  /// Returns the violations, at most the first thousand.
  const std::vector<CommandViolation>& violations() const { return violations_; }
  std::int64_t violation_count() const { return violation_count_; }
  /// Returns, per rule, the smallest distance seen; a very large number if the two commands of the
  /// rule did not follow each other anywhere.
  const std::vector<Cycles>& smallest_gaps() const { return smallest_; }
  const std::vector<CommandRule>& rules() const { return rules_; }

 private:
  static constexpr int max_banks = 16;
  using History = std::array<Cycles, 4>;  // clocks of the last four commands, the latest first

  void check_rules(const CommandRecord& command);
  void check_state(const CommandRecord& command);
  void check_sleep(const CommandRecord& command);
  void check_data(const CommandRecord& command);
  void remember(const CommandRecord& command);
  void violate(const CommandRecord& command, const std::string& rule, Cycles late_enough = 0);
  Cycles last_of(const CommandRule& rule, int bank) const;

  DramParameters parameters_;
  std::vector<CommandRule> rules_;
  std::array<std::vector<std::size_t>, command_count> rules_of_next_;
  std::vector<Cycles> smallest_;
  std::array<std::array<Cycles, max_banks>, command_count> last_of_bank_;
  std::array<History, command_count> last_of_any_;
  std::array<std::int64_t, max_banks> open_row_;
  Cycles data_end_ = 0;
  bool owes_refresh_ = false;      // no refresh has been issued since the last self-refresh
  std::optional<Command> asleep_;  // the entry into power-down or self-refresh, until the exit
  std::vector<CommandViolation> violations_;
  std::int64_t violation_count_ = 0;
};

}  // namespace spillway::dram
