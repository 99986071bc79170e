// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/memory/dram/command_checker.h"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "base/index.h"

namespace spillway::dram {
namespace {

using Scope = CommandRule::Scope;

constexpr Cycles long_ago = -(Cycles{1} << 40);
constexpr std::int64_t closed = -1;

std::size_t index(Command command) { return static_cast<std::size_t>(command); }

bool closes_itself(Command command) {
  return command == Command::read_precharge || command == Command::write_precharge;
}

using Commands = std::vector<Command>;

/// Collects the rules of the device. add() gets distances from the last clock of a command to the
/// last clock of the next command, as JESD209-4 counts them for commands of several clocks. add()
/// converts them into distances between first clocks (CommandRule::gap).
class RuleTable {
 public:
  explicit RuleTable(const DramParameters& parameters)
      : t_(parameters.clocks),
        bus_(parameters.bus_clocks()),
        data_(parameters.geometry.burst_clocks()),
        groups_(parameters.geometry.bank_groups > 1) {}

  std::vector<CommandRule> build() {
    add_bank_rules();
    add_column_rules();
    add_rank_rules();
    if (t_.rfc_bank > 0) add_bank_refresh_rules();
    if (t_.xp > 0) add_power_down_rules();
    if (t_.xs > 0) add_self_refresh_rules();
    add_bus_rules();
    return std::move(rules_);
  }

 private:
  Cycles length(Command command) const {
    if (command >= Command::power_down_entry) return 1;
    if (command == Command::activate) return bus_.activate;
    if (is_column(command)) return bus_.column;
    return command == Command::precharge || command == Command::precharge_all ? bus_.precharge
                                                                              : bus_.refresh;
  }

  void add(const char* name, const Commands& previous, const Commands& next, Scope scope,
           Cycles distance, int back = 1) {
    const Cycles gap = distance + length(previous[0]) - length(next[0]);
    rules_.push_back({name, previous, next, scope, gap, back});
  }

  void add_bank_rules() {
    const Cycles read_to_precharge = t_.rtp_bank > 0 ? t_.rtp_bank : t_.rtp;
    add("ACT-ACT tRC", act_, act_, Scope::same_bank, t_.rc);
    add("ACT-column tRCD", act_, column_, Scope::same_bank, t_.rcd);
    add("ACT-PRE tRAS", act_, pre_, Scope::same_bank, t_.ras);
    add("RD-PRE tRTP", rd_, pre_, Scope::same_bank, read_to_precharge);
    add("WR-PRE WL+BL/2+tWR", wr_, pre_, Scope::same_bank, recovery());
    add("PRE-ACT tRP", pre_, act_, Scope::same_bank, t_.rp);
    add("RDA-ACT tRTP+tRP", rda_, act_, Scope::same_bank, t_.rtp + t_.rp);
    add("WRA-ACT WL+BL/2+tWR+tRP", wra_, act_, Scope::same_bank, recovery() + t_.rp);
  }

  void add_column_rules() {
    const Cycles turn_to_write = t_.cl + t_.dqsck + data_ + 2 - t_.cwl;
    add("RD-RD tCCD", rd_, rd_, Scope::any_bank, t_.ccd);
    add("WR-WR tCCD", wr_, wr_, Scope::any_bank, t_.ccd);
    add("RD-WR RL+BL/2+2-WL", rd_, wr_, Scope::any_bank, turn_to_write);
    add("WR-RD WL+BL/2+tWTR", wr_, rd_, Scope::any_bank, write_latency() + data_ + t_.wtr);
    if (!groups_) return;
    add("RD-RD tCCD_L", rd_, rd_, Scope::same_group, t_.ccd_long);
    add("WR-WR tCCD_L", wr_, wr_, Scope::same_group, t_.ccd_long);
    add("WR-RD WL+BL/2+tWTR_L", wr_, rd_, Scope::same_group, write_latency() + data_ + t_.wtr_long);
    add("ACT-ACT tRRD_L", act_, act_, Scope::same_group, t_.rrd_long);
  }

  void add_rank_rules() {
    add("ACT-ACT tRRD", act_, act_, Scope::any_bank, t_.rrd);
    if (t_.faw > 0) add("ACT-ACT tFAW", act_, act_, Scope::any_bank, t_.faw, 4);
    if (t_.ppd > 0) add("PRE-PRE tPPD", pre_, {pre_[0], pre_all_[0]}, Scope::any_bank, t_.ppd);
    add("ACT-PREA tRAS", act_, pre_all_, Scope::any_bank, t_.ras);
    add("RD-PREA tRTP", rd_, pre_all_, Scope::any_bank, t_.rtp);
    if (t_.wr_all) add("WR-PREA WL+BL/2+tWR", wr_, pre_all_, Scope::any_bank, recovery());
    add("PREA-ACT tRPab", pre_all_, act_, Scope::any_bank, t_.rp_all);
    add("PREA-REF tRPab", pre_all_, ref_, Scope::any_bank, t_.rp_all);
    add("PRE-REF tRP", pre_, ref_, Scope::any_bank, t_.rp);
    add("ACT-REF tRC", act_, ref_, Scope::any_bank, t_.rc);
    add("RDA-REF tRTP+tRP", rda_, ref_, Scope::any_bank, t_.rtp + t_.rp);
    add("WRA-REF WL+BL/2+tWR+tRP", wra_, ref_, Scope::any_bank, recovery() + t_.rp);
    add("REF-ACT tRFC", ref_, act_, Scope::any_bank, t_.rfc);
    add("REF-REF tRFC", ref_, ref_, Scope::any_bank, t_.rfc);
  }

  void add_bank_refresh_rules() {
    const Commands ref_bank{Command::refresh_bank};
    add("PRE-REFpb tRP", pre_, ref_bank, Scope::same_bank, t_.rp);
    add("ACT-REFpb tRC", act_, ref_bank, Scope::same_bank, t_.rc);
    add("ACT-REFpb tRRD", act_, ref_bank, Scope::any_bank, t_.rrd);
    add("REFpb-ACT tRFCpb", ref_bank, act_, Scope::same_bank, t_.rfc_bank);
    add("REFpb-ACT tRRD", ref_bank, act_, Scope::any_bank, t_.rrd);
    add("REFpb-REFpb tRFCpb", ref_bank, ref_bank, Scope::any_bank, t_.rfc_bank);
  }

  // Adds the rules of power-down or self-refresh: which commands must be over before the entry
  // command, and how long the next command must wait after the exit command. The commands `entry`
  // and `exit` take one clock each, on a pin of their own (clock enable). The distances of these
  // rules already count from first clock to first clock, so they are not converted as in add().
  void add_sleep_rules(const char* what, Command entry, Command exit, Cycles least, Cycles after) {
    const std::string name = what;
    const auto rule = [&](const std::string& from, const Commands& previous, const Commands& next,
                          Cycles gap) {
      rules_.push_back({name + ": " + from, previous, next, Scope::any_bank, gap});
    };
    rule("RD to end of data", rd_, {entry}, t_.cl + t_.dqsck + data_);
    rule("WR to end of recovery", wr_, {entry}, recovery());
    rule("PRE tRP", pre_, {entry}, t_.rp);
    rule("PREA tRPab", pre_all_, {entry}, t_.rp_all);
    rule("REF tRFC", ref_, {entry}, t_.rfc);
    rule("least stay", {entry}, {exit}, least);
    Commands all;
    for (int i = 0; i < command_count; ++i) all.push_back(static_cast<Command>(i));
    rule("exit to any command", {exit}, all, after);
  }

  void add_power_down_rules() {
    add_sleep_rules("power-down", Command::power_down_entry, Command::power_down_exit, t_.cke,
                    std::max(t_.xp, t_.cke));
  }

  void add_self_refresh_rules() {
    add_sleep_rules("self-refresh", Command::self_refresh_entry, Command::self_refresh_exit,
                    t_.cke_self, t_.xs);
  }

  void add_bus_rules() {
    Commands all;
    for (int i = 0; i < command_count; ++i) all.push_back(static_cast<Command>(i));
    rules_.push_back({"bus after ACT", act_, all, Scope::any_bank, bus_.activate});
    rules_.push_back({"bus after column", column_, all, Scope::any_bank, bus_.column});
    rules_.push_back(
        {"bus after PRE", {pre_[0], pre_all_[0]}, all, Scope::any_bank, bus_.precharge});
  }

  Cycles write_latency() const { return t_.cwl + t_.dqss; }
  Cycles recovery() const { return write_latency() + data_ + t_.wr; }

  DramClocks t_;
  DramCommandClocks bus_;
  Cycles data_;
  bool groups_;
  const Commands act_{Command::activate}, pre_{Command::precharge};
  const Commands pre_all_{Command::precharge_all}, ref_{Command::refresh_all};
  const Commands rd_{Command::read, Command::read_precharge};
  const Commands wr_{Command::write, Command::write_precharge};
  const Commands rda_{Command::read_precharge}, wra_{Command::write_precharge};
  const Commands column_{Command::read, Command::write, Command::read_precharge,
                         Command::write_precharge};
  std::vector<CommandRule> rules_;
};

}  // namespace

std::vector<CommandRule> command_rules(const DramParameters& parameters) {
  return RuleTable(parameters).build();
}

CommandChecker::CommandChecker(const DramParameters& parameters)
    : parameters_(parameters), rules_(command_rules(parameters)) {
  for (std::size_t i = 0; i < rules_.size(); ++i) {
    for (const Command next : rules_[i].next) rules_of_next_[index(next)].push_back(i);
  }
  smallest_.assign(rules_.size(), std::numeric_limits<Cycles>::max());
  for (auto& banks : last_of_bank_) banks.fill(long_ago);
  for (History& history : last_of_any_) history.fill(long_ago);
  open_row_.fill(closed);
}

void CommandChecker::check(const CommandRecord& command) {
  check_rules(command);
  check_state(command);
  check_data(command);
  remember(command);
}

Cycles CommandChecker::last_of(const CommandRule& rule, int bank) const {
  Cycles last = long_ago;
  const int groups = rule.scope == Scope::same_group ? parameters_.geometry.bank_groups : max_banks;
  for (const Command previous : rule.previous) {
    const std::size_t i = index(previous);
    if (rule.scope == Scope::any_bank) {
      last = std::max(last, at(last_of_any_[i], rule.back - 1));
      continue;
    }
    for (int other = bank % groups; other < max_banks; other += groups) {
      last = std::max(last, at(last_of_bank_[i], other));
    }
  }
  return last;
}

void CommandChecker::check_rules(const CommandRecord& command) {
  for (const std::size_t i : rules_of_next_[index(command.command)]) {
    const Cycles last = last_of(rules_[i], command.bank);
    if (last == long_ago) continue;
    const Cycles gap = command.clock - last;
    smallest_[i] = std::min(smallest_[i], gap);
    if (gap < rules_[i].gap) violate(command, rules_[i].name, last + rules_[i].gap);
  }
}

void CommandChecker::check_state(const CommandRecord& command) {
  check_sleep(command);
  if (command.command >= Command::power_down_entry) return;
  std::int64_t& row = at(open_row_, command.bank);
  switch (command.command) {
    case Command::activate:
      if (row != closed) violate(command, "ACT of an open bank");
      row = command.row;
      return;
    case Command::precharge:
      row = closed;
      return;
    case Command::precharge_all:
      open_row_.fill(closed);
      return;
    case Command::refresh_all:
      for (const std::int64_t open : open_row_) {
        if (open != closed) violate(command, "REF with an open bank");
      }
      return;
    case Command::refresh_bank:
      if (row != closed) violate(command, "REFpb of an open bank");
      return;
    default:
      if (row == closed) {
        violate(command, "column command to a closed bank");
      } else if (command.row != unknown_row && row != command.row) {
        violate(command, "column command to a row that is not open");
      }
      if (closes_itself(command.command)) row = closed;
  }
}

void CommandChecker::check_sleep(const CommandRecord& command) {
  const auto exit_of = [](Command entry) {
    return static_cast<Command>(static_cast<int>(entry) + 1);
  };
  if (asleep_ && command.command != exit_of(*asleep_)) {
    violate(command,
            fmt::format("{} during {}", command_name(command.command),
                        *asleep_ == Command::power_down_entry ? "power-down" : "self-refresh"));
  }
  if (!asleep_ && wakes(command.command)) violate(command, "an exit without an entry");
  if (command.command == Command::refresh_all) owes_refresh_ = false;
  if (command.command < Command::power_down_entry) return;
  asleep_.reset();
  if (command.command == Command::self_refresh_entry && owes_refresh_) {
    violate(command, "SRE without a REF since the last one");
  }
  if (command.command == Command::self_refresh_exit) {
    owes_refresh_ = parameters_.controller.refresh == DramController::Refresh::all_bank;
  }
  if (wakes(command.command)) return;
  asleep_ = command.command;
  for (const std::int64_t open : open_row_) {
    if (open != closed) violate(command, "an entry with an open bank");
  }
}

// Checks that the data of two column commands do not overlap on the data bus.
void CommandChecker::check_data(const CommandRecord& command) {
  if (!is_column(command.command)) return;
  const bool read = command.command == Command::read || command.command == Command::read_precharge;
  const DramClocks& t = parameters_.clocks;
  const Cycles start = command.clock + (read ? t.cl + t.dqsck : t.cwl + t.dqss);
  if (start < data_end_) violate(command, "data bus", command.clock + data_end_ - start);
  data_end_ = start + parameters_.geometry.burst_clocks();
}

void CommandChecker::remember(const CommandRecord& command) {
  const std::size_t i = index(command.command);
  at(last_of_bank_[i], command.bank) = command.clock;
  History& history = last_of_any_[i];
  std::copy_backward(history.begin(), history.end() - 1, history.end());
  history[0] = command.clock;
}

void CommandChecker::violate(const CommandRecord& command, const std::string& rule,
                             Cycles late_enough) {
  constexpr std::size_t enough = 1000;
  ++violation_count_;
  if (violations_.size() < enough) violations_.push_back({command, rule, late_enough});
}

}  // namespace spillway::dram
