// SPDX-License-Identifier: Apache-2.0
// What a controller that saves power does while nothing is asked of it.
#include <algorithm>

#include "base/index.h"
#include "hwmodels/memory/dram/channel.h"

namespace spillway::dram {
namespace {

using Refresh = DramController::Refresh;

// The sooner of two numbers of idle clocks, of which 0 stands for never.
Cycles sooner(Cycles a, Cycles b) { return a == 0 ? b : b == 0 ? a : std::min(a, b); }

}  // namespace

// Made up for when the next request comes: refreshes that fell due, and the time in power-down and
// self-refresh. The request at `until` wakes the device.
void Channel::pass_idle(Cycles until) {
  const Cycles quiet = state_.counts.last_data;
  const Cycles self = controller_.self_refresh_after;
  const Cycles wait = sooner(controller_.power_down_after, self);
  while (quiet + wait < until) {
    if (refresh_due() <= quiet + wait) {
      issue_refresh_all(std::max(refresh_due(), refresh_floor()));
      continue;
    }
    if (!close_all(quiet + wait, until)) return;
    const Cycles entry = std::max(quiet + wait, closed_since());
    if (entry >= until && refresh_due() >= until) return;
    const bool sleeps = self > 0 && quiet + self <= entry;
    if (refresh_due() <= entry || (sleeps && state_.owes_refresh)) {
      issue_refresh_all(std::max(std::min(refresh_due(), entry), closed_since()));
      continue;
    }
    if (entry >= until) return;
    if (sleeps) return refresh_itself(entry, until);
    power_down(entry, std::min({until, refresh_due(), self > 0 ? quiet + self : never}));
  }
}

// False where a request comes first.
bool Channel::close_all(Cycles after, Cycles until) {
  Device& device = state_.device;
  if (device.open_banks == 0) return true;
  const Cycles clock = std::max(after, device.precharge_all_floor());
  if (clock >= until) return false;
  plan_all_again();
  device.precharge_all(gaps_, clock);
  // No refresh may follow that would hold up the banks that were closed before.
  for (int bank = 0; bank < banks_; ++bank) {
    Cycles& next = at(device.banks, bank).next_activate;
    next = std::max(next, clock + gaps_.precharge_all_to_activate);
  }
  keep(clock, Command::precharge_all, 0);
  return true;
}

// First clock at which precharges, refreshes and data are over.
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

// The device keeps its rows by itself; the next refresh is due an interval after it wakes. JEDEC
// asks for one before it is put to sleep again.
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

Channel Channel::idle_until(Cycles end) const {
  Channel later = *this;
  later.muted_ = true;
  if (controller_.saves_power() && !has_work()) later.pass_idle(end);
  return later;
}

}  // namespace spillway::dram
