// SPDX-License-Identifier: Apache-2.0
#include "tests/hwmodels/memory/dram_command_checker.h"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "base/index.h"

namespace spillway::test {
namespace {

using dram::Command;
using Scope = DramRule::Scope;

constexpr Cycles long_ago = -(Cycles{1} << 40);
constexpr std::int64_t closed = -1;

std::size_t index(Command command) { return static_cast<std::size_t>(command); }

bool closes_itself(Command command) {
  return command == Command::read_precharge || command == Command::write_precharge;
}

}  // namespace

std::vector<DramRule> dram_rules(const DramParameters& parameters, const DramCommandClocks& bus) {
  const DramClocks& t = parameters.clocks;
  const Cycles data = parameters.geometry.burst_length / 2;
  const Cycles read_latency = t.cl + t.dqsck;
  const Cycles recovery = t.cwl + data + t.wr;
  using Commands = std::vector<Command>;
  const Commands act{Command::activate}, pre{Command::precharge}, pre_all{Command::precharge_all};
  const Commands rd{Command::read, Command::read_precharge};
  const Commands wr{Command::write, Command::write_precharge};
  const Commands rda{Command::read_precharge}, wra{Command::write_precharge};
  const Commands column{Command::read, Command::write, Command::read_precharge,
                        Command::write_precharge};
  const Commands ref{Command::refresh_all}, ref_bank{Command::refresh_bank};

  std::vector<DramRule> rules{
      {"ACT-ACT tRC", act, act, Scope::same_bank, t.rc},
      {"ACT-column tRCD", act, column, Scope::same_bank, t.rcd},
      {"ACT-PRE tRAS", act, pre, Scope::same_bank, t.ras},
      {"RD-PRE tRTP", rd, pre, Scope::same_bank, t.rtp},
      {"WR-PRE CWL+BL/2+tWR", wr, pre, Scope::same_bank, recovery},
      {"PRE-ACT tRP", pre, act, Scope::same_bank, t.rp},
      {"RDA-ACT tRTP+tRP", rda, act, Scope::same_bank, t.rtp + t.rp},
      {"WRA-ACT CWL+BL/2+tWR+tRP", wra, act, Scope::same_bank, recovery + t.rp},
      {"ACT-ACT tRRD", act, act, Scope::any_bank, t.rrd},
      {"RD-RD tCCD", rd, rd, Scope::any_bank, t.ccd},
      {"WR-WR tCCD", wr, wr, Scope::any_bank, t.ccd},
      {"RD-WR CL+BL/2+2-CWL", rd, wr, Scope::any_bank, read_latency + data + 2 - t.cwl},
      {"WR-RD CWL+BL/2+tWTR", wr, rd, Scope::any_bank, t.cwl + data + t.wtr},
      {"ACT-PREA tRAS", act, pre_all, Scope::any_bank, t.ras},
      {"RD-PREA tRTP", rd, pre_all, Scope::any_bank, t.rtp},
      {"WR-PREA CWL+BL/2+tWR", wr, pre_all, Scope::any_bank, recovery},
      {"PREA-ACT tRPab", pre_all, act, Scope::any_bank, t.rp_all},
      {"PREA-REF tRPab", pre_all, ref, Scope::any_bank, t.rp_all},
      {"PRE-REF tRP", pre, ref, Scope::any_bank, t.rp},
      {"ACT-REF tRC", act, ref, Scope::any_bank, t.rc},
      {"RDA-REF tRTP+tRP", rda, ref, Scope::any_bank, t.rtp + t.rp},
      {"WRA-REF CWL+BL/2+tWR+tRP", wra, ref, Scope::any_bank, recovery + t.rp},
      {"REF-ACT tRFC", ref, act, Scope::any_bank, t.rfc},
      {"REF-REF tRFC", ref, ref, Scope::any_bank, t.rfc},
  };
  if (t.faw > 0) rules.push_back({"ACT-ACT tFAW", act, act, Scope::any_bank, t.faw, 4});
  if (t.rfc_bank > 0) {
    rules.push_back({"PRE-REFpb tRP", pre, ref_bank, Scope::same_bank, t.rp});
    rules.push_back({"ACT-REFpb tRC", act, ref_bank, Scope::same_bank, t.rc});
    rules.push_back({"ACT-REFpb tRRD", act, ref_bank, Scope::any_bank, t.rrd});
    rules.push_back({"REFpb-ACT tRFCpb", ref_bank, act, Scope::same_bank, t.rfc_bank});
    rules.push_back({"REFpb-ACT tRRD", ref_bank, act, Scope::any_bank, t.rrd});
    rules.push_back({"REFpb-REFpb tRFCpb", ref_bank, ref_bank, Scope::any_bank, t.rfc_bank});
  }
  Commands all;
  for (int i = 0; i < 9; ++i) all.push_back(static_cast<Command>(i));
  rules.push_back({"bus after ACT", act, all, Scope::any_bank, bus.activate});
  rules.push_back({"bus after column", column, all, Scope::any_bank, bus.column});
  rules.push_back({"bus after PRE", {pre[0], pre_all[0]}, all, Scope::any_bank, bus.precharge});
  return rules;
}

DramCommandChecker::DramCommandChecker(const DramParameters& parameters,
                                       std::vector<DramRule> rules)
    : parameters_(parameters), rules_(std::move(rules)) {
  for (std::size_t i = 0; i < rules_.size(); ++i) {
    for (const Command next : rules_[i].next) rules_of_next_[index(next)].push_back(i);
  }
  smallest_.assign(rules_.size(), std::numeric_limits<Cycles>::max());
  for (auto& banks : last_of_bank_) banks.fill(long_ago);
  for (History& history : last_of_any_) history.fill(long_ago);
  open_row_.fill(closed);
}

void DramCommandChecker::check(const dram::CommandRecord& command) {
  check_rules(command);
  check_state(command);
  check_data(command);
  remember(command);
}

Cycles DramCommandChecker::last_of(const DramRule& rule, int bank) const {
  Cycles last = long_ago;
  for (const Command previous : rule.previous) {
    const std::size_t i = index(previous);
    last = std::max(last, rule.scope == Scope::same_bank ? at(last_of_bank_[i], bank)
                                                         : at(last_of_any_[i], rule.back - 1));
  }
  return last;
}

void DramCommandChecker::check_rules(const dram::CommandRecord& command) {
  for (const std::size_t i : rules_of_next_[index(command.command)]) {
    const Cycles last = last_of(rules_[i], command.bank);
    if (last == long_ago) continue;
    const Cycles gap = command.clock - last;
    smallest_[i] = std::min(smallest_[i], gap);
    if (gap < rules_[i].gap) violate(command.clock, rules_[i].name);
  }
}

void DramCommandChecker::check_state(const dram::CommandRecord& command) {
  std::int64_t& row = at(open_row_, command.bank);
  switch (command.command) {
    case Command::activate:
      if (row != closed) violate(command.clock, "ACT of an open bank");
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
        if (open != closed) violate(command.clock, "REF with an open bank");
      }
      return;
    case Command::refresh_bank:
      if (row != closed) violate(command.clock, "REFpb of an open bank");
      return;
    default:
      if (row != command.row) violate(command.clock, "column command to a row that is not open");
      if (closes_itself(command.command)) row = closed;
  }
}

// Data of two column commands never meets on the bus.
void DramCommandChecker::check_data(const dram::CommandRecord& command) {
  const bool read = command.command == Command::read || command.command == Command::read_precharge;
  const bool write =
      command.command == Command::write || command.command == Command::write_precharge;
  if (!read && !write) return;
  const DramClocks& t = parameters_.clocks;
  const Cycles start = command.clock + (read ? t.cl + t.dqsck : t.cwl);
  if (start < data_end_) violate(command.clock, "data bus");
  data_end_ = start + parameters_.geometry.burst_length / 2;
}

void DramCommandChecker::remember(const dram::CommandRecord& command) {
  const std::size_t i = index(command.command);
  at(last_of_bank_[i], command.bank) = command.clock;
  History& history = last_of_any_[i];
  std::copy_backward(history.begin(), history.end() - 1, history.end());
  history[0] = command.clock;
}

void DramCommandChecker::violate(Cycles clock, const std::string& what) {
  constexpr std::size_t enough = 1000;
  if (violations_.size() < enough) violations_.push_back(fmt::format("{}: {}", clock, what));
}

}  // namespace spillway::test
