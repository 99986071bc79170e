// SPDX-License-Identifier: Apache-2.0
// Scheduler::first_ready serves requests in the order in which their next commands become legal.
// With this scheduler, every command takes one clock.
#include <algorithm>

#include "base/index.h"
#include "hwmodels/memory/dram/channel.h"

namespace spillway::dram {
namespace {

using Refresh = DramController::Refresh;

/// Precharges that are legal but must wait, because the request for which the row was opened has
/// not accessed the row yet. At each clock, the scheduler chooses the oldest request with a legal
/// command. If this command is such a precharge, it issues nothing. So the precharge blocks the
/// commands of all younger requests.
class HeldUp {
 public:
  void add(Cycles clock, std::uint64_t sequence_number) {
    held_.at(count_++) = {clock, sequence_number};
  }
  bool stops(Cycles clock, std::uint64_t sequence_number) const {
    const auto* const end = held_.data() + count_;
    return std::any_of(held_.data(), end, [&](const Precharge& held) {
      return held.clock <= clock && held.sequence_number < sequence_number;
    });
  }

 private:
  struct Precharge {
    Cycles clock = 0;
    std::uint64_t sequence_number = 0;
  };
  std::array<Precharge, std::size_t{2} * max_banks> held_;
  std::size_t count_ = 0;
};

}  // namespace

// Chooses the next command. A refresh of all banks that is due goes before queued requests, but
// waits for all opened requests (requests for which an activate has opened their row). A per-bank
// refresh waits only for the opened request of its own bank.
void Channel::choose_first_ready() {
  const Floors floors = this->floors();
  const Choice opened = first_opened(floors);
  const Choice queued = first_queued(floors);
  next_ = opened.clock <= queued.clock ? opened : queued;
  if (controller_.refresh == Refresh::all_bank && queued.clock >= state_.refresh_due) {
    next_ = opened;
    if (opened.slot != no_slot) return;
    next_ = choice(Action::refresh_all, std::max(state_.refresh_due, refresh_floor()), 0, no_slot);
  } else if (controller_.refresh == Refresh::per_bank &&
             at(state_.opened.slots, state_.refresh_bank) == no_slot) {
    Choice refresh;
    consider_refresh(floors, refresh);
    if (refresh.clock <= next_.clock) next_ = refresh;
  }
}

Channel::Choice Channel::first_opened(const Floors& floors) const {
  Choice best;
  for (int bank = 0; bank < banks_; ++bank) {
    const std::int16_t slot = at(state_.opened.slots, bank);
    if (slot == no_slot) continue;
    const Choice own = column_choice(floors, bank, slot);
    if (own.clock < best.clock || (own.clock == best.clock && own.order < best.order)) best = own;
  }
  return best;
}

// Returns the first command for a queued request of the present direction (writes while draining,
// else reads). Considers, for every bank, the oldest row hit and the oldest request that needs
// another row.
Channel::Choice Channel::first_queued(const Floors& floors) const {
  std::array<Choice, std::size_t{2} * max_banks> ways;
  std::size_t count = 0;
  HeldUp held_up;
  for (std::uint32_t busy = lists_.busy_banks(); busy != 0; busy &= busy - 1) {
    const int bank = __builtin_ctz(busy);
    const std::int64_t open_row = at(state_.device.banks, bank).open_row;
    const std::int16_t opened = at(state_.opened.slots, bank);
    std::int16_t hit = no_slot;
    std::int16_t miss = no_slot;
    for (std::int16_t slot = lists_.oldest(bank, draining_);
         slot != no_slot && (hit == no_slot || miss == no_slot); slot = lists_.next(slot)) {
      if (slot == opened) continue;
      std::int16_t& first = lists_[slot].row == open_row ? hit : miss;
      if (first == no_slot) first = slot;
    }
    if (hit != no_slot) ways.at(count++) = column_choice(floors, bank, hit);
    if (miss == no_slot) continue;
    const Choice way = row_choice(floors, bank, miss);
    if (way.action == Action::precharge && opened != no_slot) {
      held_up.add(way.clock, way.order);
    } else {
      ways.at(count++) = way;
    }
  }
  Choice best;
  for (std::size_t i = 0; i < count; ++i) {
    const Choice& way = ways.at(i);
    const bool sooner =
        way.clock < best.clock || (way.clock == best.clock && way.order < best.order);
    if (sooner && !waits_for_refresh(way) && !held_up.stops(way.clock, way.order)) best = way;
  }
  return best;
}

// Notes that an activate has opened a row for a request. The request leaves the queue to wait for
// its column command, and a request that waits for space takes its place in the queue.
void Channel::note_opened(const Choice& choice) {
  at(state_.opened.slots, choice.bank) = choice.slot;
  ++state_.opened.counts[lists_[choice.slot].write ? 1 : 0];
  lists_.hold(state_.opened.counts);
  const bool waited = admission_.waits_for_place();
  admit(choice.clock);
  // If a request was waiting for the freed place, this request is older than all future requests.
  // So no later request can change the commands up to the present command, and these commands
  // become final.
  if (waited && ahead_) {
    settle_ahead();
    begin_ahead();
  }
}

void Channel::drop_opened(std::int16_t slot, int bank) {
  if (at(state_.opened.slots, bank) != slot) return;
  at(state_.opened.slots, bank) = no_slot;
  --state_.opened.counts[lists_[slot].write ? 1 : 0];
  lists_.hold(state_.opened.counts);
}

}  // namespace spillway::dram
