// SPDX-License-Identifier: Apache-2.0
// Chooses the next command from the plans of the banks. A plan is the next command of one bank; it
// is computed again only after the bank has got a command or a request. Plans are only used if
// banks are not refreshed individually, banks do not take turns, and reads and writes do not take
// turns.
#include <algorithm>

#include "base/index.h"
#include "hwmodels/memory/dram/channel.h"

namespace spillway::dram {

// Chooses the command that ends first. If several commands end at the same time, chooses the
// command of the oldest request.
inline void Channel::choose_first(std::uint32_t banks) {
  const Ends ends = first_ends();
  const int bank = first_of(banks, ends);
  const BankPlan& plan = at(plans_, bank);
  // Chooses the bank whose rivals (all other banks) are computed: the bank of the next column
  // command, if there is one, even if a row command of another bank comes first. The reason is that
  // such a row command does not end a sequence of column commands.
  int column = bank;
  if (!is_column(plan.action)) {
    std::uint32_t columns = 0;
    for (std::uint32_t rest = banks; rest != 0; rest &= rest - 1) {
      if (is_column(at(plans_, __builtin_ctz(rest)).action)) columns |= rest & ~(rest - 1);
    }
    if (columns != 0) column = first_of(columns, ends);
  }
  find_rivals(column, banks, ends);
  take(plan, bank, std::max(plan.end, at(ends, plan.kind)));
}

inline int Channel::first_of(std::uint32_t banks, const Ends& ends) const {
  int bank = 0;
  Cycles end = never;
  std::uint64_t sequence_number = ~std::uint64_t{0};
  for (; banks != 0; banks &= banks - 1) {
    const int other = __builtin_ctz(banks);
    const BankPlan& plan = at(plans_, other);
    const Cycles own = std::max(plan.end, at(ends, plan.kind));
    if (own > end || (own == end && plan.sequence_number > sequence_number)) continue;
    bank = other;
    end = own;
    sequence_number = plan.sequence_number;
  }
  return bank;
}

// Sets rivals_ to the earliest commands of all banks in the bit mask `banks` other than `bank`.
inline void Channel::find_rivals(int bank, std::uint32_t banks, const Ends& ends) {
  rivals_ = {};
  rivals_.bank = bank;
  for (std::uint32_t rest = banks & ~(1U << bank); rest != 0; rest &= rest - 1) {
    const int other = __builtin_ctz(rest);
    const BankPlan& plan = at(plans_, other);
    rivals_.note(plan, other, std::max(plan.end, at(ends, plan.kind)));
  }
}

inline void Channel::Rivals::note(const BankPlan& plan, int other, Cycles end) {
  if (is_column(plan.action)) {
    Columns& these = columns[plan.action == Action::write ? 1 : 0];
    these.end = std::min(these.end, plan.end);
    these.sequence_number = std::min(these.sequence_number, plan.sequence_number);
  } else {
    rows |= 1U << other;
    row_end = std::min(row_end, end);
  }
}

// Updates the rivals after the plan of one rival, `bank`, has changed. The least end of the rivals'
// column commands is not computed again, so it can still be that of the old command of `bank`. It
// can therefore be too early, which is safe, but never too late.
inline void Channel::rival_changed(int bank) {
  this->plan(bank);
  rivals_.rows &= ~(1U << bank) & lists_.busy_banks();
  rivals_.row_end = never;
  for (std::uint32_t rest = rivals_.rows; rest != 0; rest &= rest - 1) {
    const int other = __builtin_ctz(rest);
    rivals_.row_end = std::min(rivals_.row_end, first_row_end(at(plans_, other), other));
  }
  const BankPlan& plan = at(plans_, bank);
  rivals_.note(plan, bank, is_column(plan.action) ? never : first_row_end(plan, bank));
}

inline void Channel::take(const BankPlan& plan, int bank, Cycles end) {
  next_ = {end - at(lengths_, plan.action), end,      plan.sequence_number, plan.action,
           static_cast<std::int16_t>(bank), plan.slot};
}

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

// Returns the earliest end of an activate or precharge under all constraints of the bank, its bank
// group, the device and the command bus.
inline Cycles Channel::first_row_end(const BankPlan& plan, int bank) const {
  const Device& device = state_.device;
  const BankGroup& group = at(device.groups, bank & gaps_.group_mask);
  const Cycles floor = plan.action == Action::activate
                           ? std::max(device.next_activate, group.next_activate)
                           : device.next_precharge;
  return std::max(plan.end, std::max(device.command_bus, floor) + at(lengths_, plan.action));
}

// A rival is another bank. Chooses the first row command of a rival that goes before a command that
// ends at `end`. Returns false if there is no such row command.
inline bool Channel::choose_rival_row(Cycles end, std::uint64_t sequence_number) {
  int bank = -1;
  rivals_.row_end = never;
  for (std::uint32_t rest = rivals_.rows & lists_.busy_banks(); rest != 0; rest &= rest - 1) {
    const int other = __builtin_ctz(rest);
    const BankPlan& plan = at(plans_, other);
    const Cycles own = first_row_end(plan, other);
    rivals_.row_end = std::min(rivals_.row_end, own);
    if (own > end || (own == end && plan.sequence_number > sequence_number)) continue;
    bank = other;
    end = own;
    sequence_number = plan.sequence_number;
  }
  if (bank < 0) return false;
  take(at(plans_, bank), bank, end);
  return true;
}

// Chooses the next command among the commands of rivals_.bank (normally the bank of the last column
// command) and the row commands of other banks. The next command is mostly among these, because
// column commands of the same bank mostly follow each other. Returns false if all banks have to be
// considered.
inline bool Channel::choose_again() {
  const int bank = rivals_.bank;
  const std::uint32_t bit = 1U << bank;
  const std::uint32_t busy = lists_.busy_banks();
  const std::uint32_t changed = stale_plans_ & busy & ~bit;
  if (rivals_.unknown || (busy & bit) == 0 || (changed & (changed - 1)) != 0) return false;
  if ((stale_plans_ & bit) != 0) this->plan(bank);
  if (changed != 0) rival_changed(__builtin_ctz(changed));
  if ((undecided_plans_ & busy) != 0) return false;
  const BankPlan& plan = at(plans_, bank);
  const Device& device = state_.device;
  const Cycles read = std::max(device.command_bus, device.next_read) + gaps_.bus.column;
  const Cycles write = std::max(device.command_bus, device.next_write) + gaps_.bus.column;
  // The age with which the command of `bank` is compared to column commands of rivals (other
  // banks). It is the sequence number of the request for a column command, and the largest number
  // (the youngest request) for a row command. So if a column command of a rival ends at the same
  // time as the row command, this function returns false, and choose_first() decides.
  std::uint64_t sequence_number = ~std::uint64_t{0};
  Cycles end = 0;
  if (is_column(plan.action)) {
    const BankGroup& group = at(device.groups, bank & gaps_.group_mask);
    const bool writes = plan.action == Action::write;
    const Cycles floor = (writes ? group.next_write : group.next_read) + gaps_.bus.column;
    sequence_number = plan.sequence_number;
    end = std::max(std::max(plan.end, floor), writes ? write : read);
  } else {
    end = first_row_end(plan, bank);
  }
  if (!rivals_.columns_come_after(end, sequence_number, read, write)) return false;
  if (end < rivals_.row_end || !choose_rival_row(end, plan.sequence_number)) take(plan, bank, end);
  return true;
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

inline void Channel::choose_among_plans() {
  if (choose_again()) return;
  const std::uint32_t busy = lists_.busy_banks();
  for (std::uint32_t stale = stale_plans_ & busy; stale != 0; stale &= stale - 1) {
    plan(__builtin_ctz(stale));
  }
  if (busy == 0 || (undecided_plans_ & busy) != 0) {
    rivals_.unknown = true;
    // The members of rivals_ are not valid, so choose_again() will return false. The end 0 stands
    // for a row command of a rival (another bank) that comes before all other commands. So
    // issue_in_row() issues only one column command.
    rivals_.row_end = 0;
    next_ = choose_among_banks();
  } else {
    choose_first(busy);
  }
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
