// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string>
#include <vector>

#include "hwmodels/memory/dram/command.h"
#include "hwmodels/memory/dram/dram_parameters.h"

namespace spillway::test {

/// Least distance from a command to a later one. Written from JEDEC's command tables, without the
/// controller's code.
struct DramRule {
  enum class Scope { same_bank, any_bank };

  std::string name;
  std::vector<dram::Command> previous;
  std::vector<dram::Command> next;
  Scope scope = Scope::same_bank;
  Cycles gap = 0;
  int back = 1;  // counts from the `back`-th last such command: 4 for the activate window
};

/// The rules of a device whose commands take `bus` clocks of the command bus.
std::vector<DramRule> dram_rules(const DramParameters& parameters, const DramCommandClocks& bus);

/// Replays commands against the rules and the state of the banks.
class DramCommandChecker {
 public:
  DramCommandChecker(const DramParameters& parameters, std::vector<DramRule> rules);

  void check(const dram::CommandRecord& command);

  /// What was violated, each as "clock: rule", the first thousand.
  const std::vector<std::string>& violations() const { return violations_; }
  /// Smallest distance seen for each rule; a huge number when the pair never came.
  const std::vector<Cycles>& smallest_gaps() const { return smallest_; }
  const std::vector<DramRule>& rules() const { return rules_; }

 private:
  static constexpr int commands = 9;
  using History = std::array<Cycles, 4>;  // last clocks, the latest first

  void check_rules(const dram::CommandRecord& command);
  void check_state(const dram::CommandRecord& command);
  void check_data(const dram::CommandRecord& command);
  void remember(const dram::CommandRecord& command);
  void violate(Cycles clock, const std::string& what);
  Cycles last_of(const DramRule& rule, int bank) const;

  DramParameters parameters_;
  std::vector<DramRule> rules_;
  std::array<std::vector<std::size_t>, commands> rules_of_next_;
  std::vector<Cycles> smallest_;
  std::array<std::array<Cycles, 16>, commands> last_of_bank_;
  std::array<History, commands> last_of_any_;
  std::array<std::int64_t, 16> open_row_;
  Cycles data_end_ = 0;
  std::vector<std::string> violations_;
};

}  // namespace spillway::test
