// SPDX-License-Identifier: Apache-2.0
// Simulates the controller while it has no requests: power-down, self-refresh, and refreshes.
#include <algorithm>
#include <utility>

#include "base/index.h"
#include "hwmodels/memory/dram/channel.h"

namespace spillway::dram {
namespace {

using Refresh = DramController::Refresh;

// Returns the smaller of two numbers of idle clocks, where 0 stands for never.
Cycles sooner(Cycles a, Cycles b) { return a == 0 ? b : b == 0 ? a : std::min(a, b); }

}  // namespace

// Simulates an idle time up to `until`: its refreshes, power-down and self-refresh. At `until`, a
// request wakes the device or the caller looks at its state.
void Channel::pass_idle(Cycles until) {
  // Refreshes before this idle time do not count as repeats, because a request may have been
  // waiting when they were issued.
  state_.repeats = {};
  const Cycles quiet = state_.counts.last_data;
  const Cycles self = controller_.self_refresh_after;
  const Cycles wait = sooner(controller_.power_down_after, self);
  while (quiet + wait < until) {
    if (refresh_due() <= quiet + wait) {
      issue_refresh_all(std::max(refresh_due(), refresh_floor()), std::min(until, quiet + wait));
      continue;
    }
    if (!close_all(quiet + wait, until)) return;
    const Cycles entry = std::max(quiet + wait, closed_since());
    if (entry >= until && refresh_due() >= until) return;
    const bool sleeps = self > 0 && quiet + self <= entry;
    if (refresh_due() <= entry || (sleeps && state_.owes_refresh)) {
      issue_refresh_all(std::max(std::min(refresh_due(), entry), closed_since()),
                        std::min(until, self > 0 ? quiet + self : never));
      continue;
    }
    if (entry >= until) return;
    if (sleeps) return refresh_itself(entry, until);
    power_down(entry, std::min({until, refresh_due(), self > 0 ? quiet + self : never}));
  }
}

// Returns the first clock at which the scheduler sees a waiting request; `never` if no request
// waits.
Cycles Channel::next_requested() const {
  Cycles clock = never;
  for (std::uint32_t busy = lists_.busy_banks(); busy != 0; busy &= busy - 1) {
    for (const bool write : {false, true}) {
      const std::int16_t oldest = lists_.oldest(__builtin_ctz(busy), write);
      if (oldest != no_slot) clock = std::min(clock, lists_[oldest].clock);
    }
  }
  if (!admission_.stands_in_front()) return clock;
  const auto transfer = admission_.next_transfer(lists_);
  return transfer ? std::min(clock, admission_.visible(*transfer).clock) : clock;
}

// Records that a refresh began `late` clocks after it was due: the refresh of `bank`, or a refresh
// of all banks, for which `bank` is 0. As soon as refreshes are known to repeat themselves,
// simulates many rounds (one refresh of every bank) at once. Only the refreshes of the last one or
// two rounds before the clock `requested` are issued individually. While commands are recorded,
// every refresh is issued individually.
void Channel::note_refresh(int bank, Cycles late, Cycles requested) {
  Repeats& repeats = state_.repeats;
  const ChannelCounts& counts = state_.counts;
  const std::int64_t commands = counts.reads + counts.writes + counts.activates;
  const bool again = commands == repeats.commands && late == at(repeats.late, bank);
  repeats.same = again ? repeats.same + 1 : 0;
  at(repeats.late, bank) = late;
  repeats.commands = commands;
  const Cycles power_down =
      counts.power_down_clocks - std::exchange(repeats.power_down, counts.power_down_clocks);
  const bool by_bank = controller_.refresh == Refresh::per_bank;
  const std::int32_t in_round = by_bank ? banks_ : 1;
  if (repeats.same < 2 * in_round || one_by_one_ || (sink_ && !muted_)) return;
  const Cycles round = by_bank ? banks_ * gaps_.clocks.refi_bank : gaps_.clocks.refi;
  const std::int64_t rounds = (requested - state_.refresh_due) / round - 1;
  if (rounds > 0) repeat_refreshes(rounds, power_down);
}

// Simulates `rounds` rounds of refreshes (a round is one refresh of every bank) at once, by adding
// the length of these rounds to all times that a refresh would set.
void Channel::repeat_refreshes(std::int64_t rounds, Cycles power_down) {
  Device& device = state_.device;
  const bool by_bank = controller_.refresh == Refresh::per_bank;
  const Cycles time = rounds * (by_bank ? banks_ * gaps_.clocks.refi_bank : gaps_.clocks.refi);
  for (int bank = 0; bank < banks_; ++bank) at(device.banks, bank).next_activate += time;
  device.command_bus += time;
  if (by_bank) {
    device.next_activate += time;
    device.next_refresh += time;
  }
  state_.refresh_due += time;
  state_.counts.refreshes += rounds * (by_bank ? banks_ : 1);
  state_.counts.power_down_clocks += rounds * power_down;
  state_.repeats.power_down = state_.counts.power_down_clocks;
}

// Closes all banks at the clock `after` or later. Returns false if this is not possible before the
// clock `until`, at which a request comes.
bool Channel::close_all(Cycles after, Cycles until) {
  Device& device = state_.device;
  if (device.open_banks == 0) return true;
  const Cycles clock = std::max(after, device.precharge_all_floor());
  if (clock >= until) return false;
  plan_all_again();
  device.precharge_all(gaps_, clock);
  // tRPab also delays activates of banks that were already closed. This delay matters only if no
  // refresh follows: a refresh would delay these activates for longer.
  for (int bank = 0; bank < banks_; ++bank) {
    Cycles& next = at(device.banks, bank).next_activate;
    next = std::max(next, clock + gaps_.precharge_all_to_activate);
  }
  keep(clock, Command::precharge_all, 0);
  return true;
}

// Returns the first clock at which all precharges, refreshes and data transfers are over.
Cycles Channel::closed_since() const {
  const Device& device = state_.device;
  Cycles clock = std::max({device.command_bus, state_.counts.last_data, device.open_until});
  for (int bank = 0; bank < banks_; ++bank) {
    clock = std::max(clock, at(device.banks, bank).next_activate + gaps_.activate_longer);
  }
  return clock;
}

void Channel::power_down(Cycles entry, Cycles until) {
  const Cycles exit = std::max(until, entry + gaps_.clocks.cke);
  keep(entry, Command::power_down_entry, 0);
  keep(exit, Command::power_down_exit, 0);
  state_.counts.power_down_clocks += exit - entry;
  state_.device.command_bus = exit + std::max(gaps_.clocks.xp, gaps_.clocks.cke);
}

// Puts the device into self-refresh, in which it refreshes its rows without commands. The next
// refresh is due one interval after the device wakes up. JEDEC requires one refresh before the next
// self-refresh.
void Channel::refresh_itself(Cycles entry, Cycles until) {
  const Cycles exit = std::max(until, entry + gaps_.clocks.cke_self);
  keep(entry, Command::self_refresh_entry, 0);
  keep(exit, Command::self_refresh_exit, 0);
  state_.counts.self_refresh_clocks += exit - entry;
  state_.device.command_bus = exit + gaps_.clocks.xs;
  if (controller_.refresh == Refresh::none) return;
  state_.refresh_due = exit + gaps_.clocks.refi;
  state_.owes_refresh = true;
}

// Simulates the refreshes of an idle time up to `until`, for a controller that saves no power.
void Channel::pass_refreshes(Cycles until) {
  state_.repeats = {};
  const bool by_bank = controller_.refresh == Refresh::per_bank;
  for (;;) {
    Choice next = choice(Action::refresh_all, std::max(refresh_due(), refresh_floor()), 0, no_slot);
    if (by_bank) consider_refresh(floors(), next);
    if (next.clock >= until) return;
    issue(next, until);
  }
}

Channel Channel::idle_until(Cycles end) const {
  Channel later = *this;
  later.muted_ = true;
  if (has_work()) return later;
  if (controller_.saves_power()) {
    later.pass_idle(end);
  } else {
    later.pass_refreshes(end);
  }
  return later;
}

}  // namespace spillway::dram
