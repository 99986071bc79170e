// SPDX-License-Identifier: Apache-2.0
// Chooses the next command from the plans of the banks. A plan is the next command of one bank; it
// is computed again only after the bank has got a command or a request. Plans are only used if
// banks are not refreshed individually, banks do not take turns, and reads and writes do not take
// turns.
#include <algorithm>

#include "base/index.h"
#include "hwmodels/memory/dram/channel.h"

namespace spillway::dram {

// Returns the earliest end of each kind of command as far as the buses, the device and the bank
// groups allow it. The constraints of single banks are not included.
inline Channel::Ends Channel::first_ends() const {
  const Device& device = state_.device;
  const Cycles bus = device.command_bus;
  const Cycles activate = device.activate_floor();
  const Cycles precharge = std::max(bus, device.next_precharge) + gaps_.bus.precharge;
  const Cycles read = std::max(bus, device.next_read), write = std::max(bus, device.next_write);
  const DramCommandClocks& lengths = gaps_.bus;
  Ends ends;
  int group = 0;
  do {
    const BankGroup& of = at(device.groups, group);
    Cycles* const own = &at(ends, kind_of(group, Action::activate));
    own[0] = std::max(activate, of.next_activate) + lengths.activate;
    own[1] = precharge;
    own[2] = std::max(read, of.next_read) + lengths.column;
    own[3] = std::max(write, of.next_write) + lengths.column;
  } while (++group <= gaps_.group_mask);
  return ends;
}

// Computes the plan of a bank: its next command, under all constraints except those that commands
// of other banks can change.
inline void Channel::plan(int bank) {
  const Bank& state = at(state_.device.banks, bank);
  const std::int16_t oldest = lists_.older(lists_.oldest(bank, false), lists_.oldest(bank, true));
  std::int16_t read = state.hit[0], write = state.hit[1];
  if (controller_.scheduler == DramController::Scheduler::fifo) {
    if (read != oldest) read = no_slot;
    if (write != oldest) write = no_slot;
  }
  const std::int16_t hit = lists_.older(read, write);
  const bool either = read != no_slot && write != no_slot &&
                      controller_.hit_order == DramController::HitOrder::first_legal;
  const bool undecided = either || (hit != no_slot && lists_[oldest].row != state.open_row);
  const std::uint32_t bit = 1U << bank;
  stale_plans_ &= ~bit;
  undecided_plans_ = undecided ? undecided_plans_ | bit : undecided_plans_ & ~bit;
  BankPlan& plan = at(plans_, bank);
  plan.slot = hit == no_slot ? oldest : hit;
  plan.sequence_number = lists_.sequence_number(plan.slot);
  Cycles allowed = state.next_column;
  if (hit != no_slot) {
    plan.action = lists_[hit].write ? Action::write : Action::read;
  } else if (state.open_row == no_row) {
    plan.action = Action::activate;
    allowed = state.next_activate;
  } else {
    plan.action = Action::precharge;
    allowed = state.next_precharge;
  }
  plan.kind = static_cast<std::uint8_t>(kind_of(bank, plan.action));
  plan.end = std::max(allowed, lists_[plan.slot].clock) + at(lengths_, plan.action);
}

// Returns the planned command that ends first; of commands that end at the same time, returns that
// of the oldest request. `banks` is the bit mask of the banks with requests.
inline Channel::Choice Channel::first_planned(std::uint32_t banks) const {
  const Ends ends = first_ends();
  Choice first;
  for (; banks != 0; banks &= banks - 1) {
    const int bank = __builtin_ctz(banks);
    const BankPlan& plan = at(plans_, bank);
    const Cycles end = std::max(plan.end, at(ends, plan.kind));
    if (end > first.end || (end == first.end && plan.sequence_number > first.order)) continue;
    first = {end - at(lengths_, plan.action), end,      plan.sequence_number, plan.action,
             static_cast<std::int16_t>(bank), plan.slot};
  }
  return first;
}

inline void Channel::choose_among_plans() {
  const std::uint32_t busy = lists_.busy_banks();
  for (std::uint32_t stale = stale_plans_ & busy; stale != 0; stale &= stale - 1) {
    plan(__builtin_ctz(stale));
  }
  next_ = busy == 0 || any_undecided() ? choose_among_banks() : first_planned(busy);
}

Cycles Channel::rival_command_end(int bank, bool write, std::uint64_t sequence_number) const {
  const Ends ends = first_ends();
  const Cycles own = gaps_.column_to_column_bank;
  Cycles first = never;
  for (std::uint32_t rest = lists_.busy_banks() & ~(1U << bank); rest != 0; rest &= rest - 1) {
    const BankPlan& plan = at(plans_, __builtin_ctz(rest));
    if (is_column(plan.action)) {
      // The rival's column command does not come in between if the bus needs more time before it,
      // or if the bus needs the same time and the rival's request is younger.
      const Cycles gap =
          gaps_.column_to_any_column[write ? 1 : 0][plan.action == Action::write ? 1 : 0];
      if (gap > own || (gap == own && sequence_number < plan.sequence_number)) continue;
    }
    first = std::min(first, std::max(plan.end, at(ends, plan.kind)));
  }
  return first;
}

inline void Channel::choose_in_lists() {
  if (first_ready_) return choose_first_ready();
  if (plans_banks_) {
    choose_among_plans();
  } else {
    next_ = choose_among_banks();
  }
  if (controller_.refresh == DramController::Refresh::all_bank &&
      next_.clock >= state_.refresh_due) {
    next_ = choice(Action::refresh_all, std::max(state_.refresh_due, refresh_floor()), 0, no_slot);
  }
}

// Chooses the next command if no other request arrives.
void Channel::choose() {
  do {
    choose_in_lists();
  } while (admission_.stands_in_front() && enter_before(next_.clock));
}

}  // namespace spillway::dram
