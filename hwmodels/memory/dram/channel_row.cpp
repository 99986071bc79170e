// SPDX-License-Identifier: Apache-2.0
// Issues consecutive column commands in one row at once. The other banks are not considered again
// for each of these commands.
#include <algorithm>

#include "base/index.h"
#include "hwmodels/memory/dram/channel.h"

namespace spillway::dram {

void Channel::finish_burst() {
  while (!bursts_.any_finished()) {
    if (stays_in_row_) {
      choose_column();
      issue_in_row();
    } else {
      serve();
    }
  }
}

// Issues the next column command and further column commands of the same request in the same row,
// as long as no refresh and no command of another bank comes between them. choose() and
// issue_column() would give the same commands, one by one.
void Channel::issue_in_row() {
  const bool write = next_.action == Action::write;
  const int bank = next_.bank;
  const std::uint32_t burst = lists_[next_.slot].burst;
  const Cycles first = next_.clock;
  const std::int32_t columns = take_in_row(bank, write, next_.slot, first);
  const Cycles last = first + (columns - 1) * gaps_.column_to_column_bank;
  end_parts(burst, write, columns, first, last);
  note_columns(bank, write, columns, last);
  if (sink_) keep_columns(first, columns, bank, write);
}

// Takes column commands of one request from the lists; the first one is issued at `clock`. Each
// column command that is taken frees a place for waiting requests. Returns the number of column
// commands taken.
inline std::int32_t Channel::take_in_row(int bank, bool write, std::int16_t slot, Cycles clock) {
  const std::int32_t most = columns_in_row(bank, write, slot, clock);
  const Cycles gap = gaps_.column_to_column_bank;
  std::int32_t taken = 0;
  do {
    const Cycles now = clock + taken * gap;
    const bool any_arrivals = admission_.any_arrivals();
    const std::int32_t columns = any_arrivals ? 1 : most - taken;
    lists_.take_columns(slot, columns);
    state_.device.command_bus = now + gaps_.bus.column;
    if (any_arrivals) admit(now);
    taken += columns;
  } while (taken < most && rivals_known(bank));
  return taken;
}

void Channel::keep_columns(Cycles clock, std::int32_t count, int bank, bool write) {
  const std::int64_t row = at(state_.device.banks, bank).open_row;
  for (; count > 0; --count, clock += gaps_.column_to_column_bank) {
    keep(clock, column_command(write, false), bank, row);
  }
}

// Returns how many column commands of a request follow each other from `clock` on, if no request
// enters the queues of other banks.
inline std::int32_t Channel::columns_in_row(int bank, bool write, std::int16_t slot,
                                            Cycles clock) const {
  const std::int32_t most = lists_[slot].columns;
  if (most == 1 || slot != lists_.oldest(bank, write) || any_undecided() || !rivals_known(bank) ||
      !goes_before(slot, lists_.oldest(bank, !write))) {
    return 1;
  }
  const Cycles gap = gaps_.column_to_column_bank;
  const Cycles rivals = rival_command_end(bank, write, lists_.sequence_number(slot));
  const Cycles end = std::min(refresh_due(), rivals - gaps_.bus.column);
  if (clock + (most - 1) * gap < end) return most;
  return end <= clock ? 1 : static_cast<std::int32_t>((end - 1 - clock) / gap) + 1;
}

// Whether the row hit in `slot` is certainly served before `other`, the oldest request of the same
// bank in the opposite direction.
inline bool Channel::goes_before(std::int16_t slot, std::int16_t other) const {
  return other == no_slot || (controller_.hit_order == DramController::HitOrder::oldest &&
                              lists_.sequence_number(slot) < lists_.sequence_number(other));
}

// Updates the state after `count` column commands in one row, the last one at `clock`.
inline void Channel::note_columns(int bank, bool write, std::int32_t count, Cycles clock) {
  Bank& state = at(state_.device.banks, bank);
  ChannelCounts& counts = state_.counts;
  counts.row_hits += state.columns_since_activate > 0 ? count : count - 1;
  (write ? counts.writes : counts.reads) += count;
  state.columns_since_activate += count - 1;
  state_.device.column(gaps_, bank, write, false, clock);
  state_.last_bank = bank;
  state.hit[write ? 1 : 0] = lists_.find_row(lists_.oldest(bank, write), state.open_row);
  plan_again(bank);
}

}  // namespace spillway::dram
