// SPDX-License-Identifier: Apache-2.0
// The part of Channel that chooses the next command by considering every bank.
#include "base/index.h"
#include "hwmodels/memory/dram/channel.h"

namespace spillway::dram {
namespace {

using Refresh = DramController::Refresh;

}  // namespace

Channel::Floors Channel::floors() const {
  const Device& device = state_.device;
  return {device.activate_floor(), std::max(device.command_bus, device.next_read),
          std::max(device.command_bus, device.next_write),
          std::max(device.command_bus, device.next_precharge)};
}

Channel::Choice Channel::choose_among_banks() const {
  const Floors floors = this->floors();
  Choice best;
  if (controller_.refresh == Refresh::per_bank) consider_refresh(floors, best);
  for (std::uint32_t busy = lists_.busy_banks(); busy != 0; busy &= busy - 1) {
    consider_bank(__builtin_ctz(busy), floors, best);
  }
  return best;
}

Channel::Choice Channel::choice(Action action, Cycles clock, int bank, std::int16_t slot) const {
  std::uint64_t order = 0;
  if (slot != no_slot) {
    order = controller_.bank_order == DramController::BankOrder::oldest
                ? lists_.sequence_number(slot)
                : 1 + static_cast<std::uint64_t>((bank - state_.last_bank - 1 + banks_) % banks_);
  }
  return {clock,  clock + at(lengths_, action),    order,
          action, static_cast<std::int16_t>(bank), slot};
}

// Returns the column command of the request in `slot`, whose row is open.
Channel::Choice Channel::column_choice(const Floors& floors, int bank, std::int16_t slot) const {
  const Request& request = lists_[slot];
  const Bank& state = at(state_.device.banks, bank);
  const BankGroup& group = at(state_.device.groups, bank & gaps_.group_mask);
  const Cycles clock =
      request.write ? std::max({floors.write, group.next_write, state.next_column, request.clock})
                    : std::max({floors.read, group.next_read, state.next_column, request.clock});
  return choice(request.write ? Action::write : Action::read, clock, bank, slot);
}

// Returns the next row command for the request in `slot`: an activate of the request's row or, if
// another row of the bank is open, a precharge.
Channel::Choice Channel::row_choice(const Floors& floors, int bank, std::int16_t slot) const {
  const Cycles arrival = lists_[slot].clock;
  const Bank& state = at(state_.device.banks, bank);
  if (state.open_row == no_row) {
    const BankGroup& group = at(state_.device.groups, bank & gaps_.group_mask);
    return choice(Action::activate,
                  std::max({floors.activate, group.next_activate, state.next_activate, arrival}),
                  bank, slot);
  }
  return choice(Action::precharge, std::max({floors.precharge, state.next_precharge, arrival}),
                bank, slot);
}

std::int16_t Channel::oldest_eligible(int bank) const {
  if (gated_) return lists_.oldest(bank, draining_);
  return lists_.older(lists_.oldest(bank, false), lists_.oldest(bank, true));
}

// Returns the column command of the row hit that the bank serves first. Without a row hit, the slot
// of the result is no_slot.
Channel::Choice Channel::best_hit(const Floors& floors, int bank, std::int16_t oldest) const {
  const Bank& state = at(state_.device.banks, bank);
  std::int16_t read = gated_ && draining_ ? no_slot : state.hit[0];
  std::int16_t write = gated_ && !draining_ ? no_slot : state.hit[1];
  if (controller_.scheduler == DramController::Scheduler::fifo) {
    if (read != oldest) read = no_slot;
    if (write != oldest) write = no_slot;
  }
  if (read != no_slot && write != no_slot &&
      controller_.hit_order == DramController::HitOrder::first_legal) {
    const Choice a = column_choice(floors, bank, read);
    const Choice b = column_choice(floors, bank, write);
    if (a.clock != b.clock) return a.clock < b.clock ? a : b;
  }
  const std::int16_t hit = lists_.older(read, write);
  return hit == no_slot ? Choice{} : column_choice(floors, bank, hit);
}

// Whether `miss`, a precharge for a request that needs another row, may come before `hit`, a queued
// row hit. There are two such cases. The request of the hit arrives after the clock of `miss`. Or
// the row has had row_hit_limit column commands, and `miss` is possible no later than `hit`.
bool Channel::may_close_row(const Choice& hit, const Choice& miss, const Bank& state) const {
  const bool not_there_yet = lists_[hit.slot].clock > miss.clock;
  const bool had_its_share =
      controller_.row_hit_limit > 0 && state.columns_since_activate >= controller_.row_hit_limit;
  return not_there_yet || (had_its_share && miss.clock <= hit.clock);
}

void Channel::consider_bank(int bank, const Floors& floors, Choice& best) const {
  const std::int16_t oldest = oldest_eligible(bank);
  if (oldest == no_slot) return;
  const Bank& state = at(state_.device.banks, bank);
  Choice candidate = best_hit(floors, bank, oldest);
  if (candidate.slot == no_slot) {
    candidate = row_choice(floors, bank, oldest);
  } else if (lists_[oldest].row != state.open_row) {
    const Choice miss = row_choice(floors, bank, oldest);
    if (may_close_row(candidate, miss, state)) candidate = miss;
  }
  if (waits_for_refresh(candidate)) return;
  if (candidate.end < best.end || (candidate.end == best.end && candidate.order < best.order)) {
    best = candidate;
  }
}

// Whether a command must wait for the per-bank refresh of its bank.
bool Channel::waits_for_refresh(const Choice& choice) const {
  return controller_.refresh == Refresh::per_bank && choice.bank == state_.refresh_bank &&
         choice.clock >= bank_refresh_due();
}

// Returns the clock from which the next per-bank refresh cannot be postponed any more.
Cycles Channel::bank_refresh_due() const {
  if (lists_.count(state_.refresh_bank) == 0) return state_.refresh_due;
  return state_.refresh_due + controller_.postponed_refreshes * gaps_.clocks.refi_bank;
}

// Sets `best` to the next per-bank refresh or, if the bank is open, to the precharge that must come
// before the refresh.
void Channel::consider_refresh(const Floors& floors, Choice& best) const {
  const int bank = state_.refresh_bank;
  const Bank& state = at(state_.device.banks, bank);
  const Cycles due = bank_refresh_due();
  if (state.open_row != no_row) {
    best = choice(Action::precharge, std::max({floors.precharge, state.next_precharge, due}), bank,
                  no_slot);
  } else {
    const Device& device = state_.device;
    const Cycles activate = std::max(device.next_activate, state.next_activate);
    best = choice(
        Action::refresh_bank,
        std::max({device.command_bus, activate + gaps_.activate_longer, device.next_refresh, due}),
        bank, no_slot);
  }
}

}  // namespace spillway::dram
