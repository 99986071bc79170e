// SPDX-License-Identifier: Apache-2.0
// The next command where banks are neither refreshed on their own nor take turns, nor reads and
// writes: a bank's next command is then mostly known from the last time that it was looked at.
#include <algorithm>

#include "base/index.h"
#include "hwmodels/memory/dram/channel.h"

namespace spillway::dram {

Channel::Choice Channel::choose_among_plans() {
  Choice choice;
  if (choose_again(choice)) return choice;
  for (std::uint32_t stale = stale_plans_ & lists_.busy_banks(); stale != 0; stale &= stale - 1) {
    at(plans_, __builtin_ctz(stale)) = made_plan(__builtin_ctz(stale));
  }
  stale_plans_ &= ~lists_.busy_banks();
  const Ends ends = first_ends();
  int best = 0;
  Cycles end = never;
  std::uint64_t age = 0;
  for (std::uint32_t busy = lists_.busy_banks(); busy != 0; busy &= busy - 1) {
    const int bank = __builtin_ctz(busy);
    const BankPlan& plan = at(plans_, bank);
    if (plan.open) {
      rivals_.row_end = 0;
      return choose_among_banks();
    }
    const Cycles own = std::max(plan.end, at(ends, end_index(bank, plan.action)));
    if (own > end || (own == end && plan.age > age)) continue;
    best = bank;
    end = own;
    age = plan.age;
  }
  note_rivals(best, ends);
  return end == never ? Choice{} : planned(best, end);
}

Channel::Choice Channel::planned(int bank, Cycles end) const {
  const BankPlan& plan = at(plans_, bank);
  return {end - at(lengths_, plan.action), end, plan.age, plan.action,
          static_cast<std::int16_t>(bank), plan.slot};
}

// First ends of commands as far as all but their banks allow them.
inline Channel::Ends Channel::first_ends() const {
  const Floors floors = this->floors();
  Ends ends;
  for (int g = 0; g <= gaps_.group_mask; ++g) {
    const BankGroup& group = at(state_.device.groups, g);
    Cycles* const own = &at(ends, end_index(g, Action::activate));
    own[0] = std::max(floors.activate, group.next_activate) + gaps_.bus.activate;
    own[1] = floors.precharge + gaps_.bus.precharge;
    own[2] = std::max(floors.read, group.next_read) + gaps_.bus.column;
    own[3] = std::max(floors.write, group.next_write) + gaps_.bus.column;
  }
  return ends;
}

// The command of one bank mostly follows another of it, and then only that bank has to be looked at.
inline bool Channel::choose_again(Choice& choice) {
  const int bank = rivals_.bank;
  const std::uint32_t bit = 1U << bank;
  if ((lists_.busy_banks() & bit) == 0 || !rivals_known()) return false;
  BankPlan& plan = at(plans_, bank);
  if ((stale_plans_ & bit) != 0) plan = made_plan(bank);
  stale_plans_ &= ~bit;
  if (plan.open) return false;
  const Device& device = state_.device;
  const Cycles end = std::max(plan.end, first_clock(bank, plan.action) + at(lengths_, plan.action));
  const Cycles floor = std::max(device.command_bus, std::min(device.next_read, device.next_write)) +
                       gaps_.bus.column;
  const bool beats = is_column(plan.action)
                         ? beats_rivals(end, plan.age, floor)
                         : end < rivals_.row_end && end < std::max(rivals_.column_end, floor);
  if (!beats) return false;
  choice = planned(bank, end);
  return true;
}

// At which all but the bank allow a command.
inline Cycles Channel::first_clock(int bank, Action action) const {
  const Device& device = state_.device;
  const BankGroup& group = at(device.groups, bank & gaps_.group_mask);
  switch (action) {
    case Action::activate:
      return std::max(device.activate_floor(gaps_), group.next_activate);
    case Action::read:
      return std::max({device.command_bus, device.next_read, group.next_read});
    case Action::write:
      return std::max({device.command_bus, device.next_write, group.next_write});
    default:
      return std::max(device.command_bus, device.next_precharge);
  }
}

// Of the banks other than `best`.
inline void Channel::note_rivals(int best, const Ends& ends) {
  rivals_ = {};
  rivals_.bank = best;
  for (std::uint32_t others = lists_.busy_banks() & ~(1U << best); others != 0;
       others &= others - 1) {
    const int bank = __builtin_ctz(others);
    const BankPlan& plan = at(plans_, bank);
    if (is_column(plan.action)) {
      rivals_.column_end = std::min(rivals_.column_end, plan.end);
      rivals_.column_age = std::min(rivals_.column_age, plan.age);
    } else {
      const Cycles end = std::max(plan.end, at(ends, end_index(bank, plan.action)));
      rivals_.row_end = std::min(rivals_.row_end, end);
    }
  }
}

// As consider_bank(), but for what the other banks have a say in.
inline Channel::BankPlan Channel::made_plan(int bank) const {
  const Bank& state = at(state_.device.banks, bank);
  const std::int16_t oldest =
      lists_.older(lists_.oldest(bank, false), lists_.oldest(bank, true));
  std::int16_t read = state.hit[0], write = state.hit[1];
  if (controller_.scheduler == DramController::Scheduler::fifo) {
    if (read != oldest) read = no_slot;
    if (write != oldest) write = no_slot;
  }
  const std::int16_t hit = lists_.older(read, write);
  const Request& request = lists_[hit == no_slot ? oldest : hit];
  const bool either = read != no_slot && write != no_slot &&
                      controller_.hit_order == DramController::HitOrder::first_legal;
  BankPlan plan;
  plan.open = either || (hit != no_slot && lists_[oldest].row != state.open_row);
  plan.slot = hit == no_slot ? oldest : hit;
  plan.age = lists_.age(plan.slot);
  Cycles allowed = state.next_column;
  if (hit != no_slot) {
    plan.action = request.write ? Action::write : Action::read;
  } else if (state.open_row == no_row) {
    plan.action = Action::activate;
    allowed = state.next_activate;
  } else {
    plan.action = Action::precharge;
    allowed = state.next_precharge;
  }
  plan.end = std::max(allowed, request.clock) + at(lengths_, plan.action);
  return plan;
}

}  // namespace spillway::dram
