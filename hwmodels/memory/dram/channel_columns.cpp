// SPDX-License-Identifier: Apache-2.0
// Column commands, one by one and all at once that come one behind the other in a row.
#include <algorithm>

#include "base/index.h"
#include "hwmodels/memory/dram/channel.h"

namespace spillway::dram {
namespace {

Command column_command(bool write, bool automatic) {
  if (write) return automatic ? Command::write_precharge : Command::write;
  return automatic ? Command::read_precharge : Command::read;
}

}  // namespace

void Channel::issue_column(const Choice& choice) {
  const Request request = lists_[choice.slot];
  const std::size_t direction = request.write ? 1 : 0;
  Device& device = state_.device;
  Bank& bank = at(device.banks, choice.bank);
  if (ahead_) steps_.push_back({false, lists_.place(choice.slot), {}, admission_.room()});
  const std::int16_t next = lists_.next(choice.slot);
  if (!lists_.take_columns(choice.slot, 1)) {
    bank.hit[direction] = lists_.find_row(next, bank.open_row);
  }
  plan_again(choice.bank);
  const bool automatic = controller_.page_policy == DramController::PagePolicy::closed &&
                         bank.hit[0] == no_slot && bank.hit[1] == no_slot;

  ChannelCounts& counts = state_.counts;
  ++(request.write ? counts.writes : counts.reads);
  if (bank.row_hits > 0) ++counts.row_hits;
  device.column(gaps_, choice.bank, request.write, automatic, choice.clock);
  state_.last_bank = choice.bank;
  keep(choice.clock, column_command(request.write, automatic), choice.bank, request.row);
  end_parts(request, 1, choice.clock, choice.clock);
  admit(choice.clock);
}

// Column commands of a request are given, the first and the last of them at these clocks.
inline void Channel::end_parts(const Request& request, int parts, Cycles first, Cycles last) {
  const Cycles to_data = request.write ? gaps_.write_data : gaps_.read_data;
  state_.counts.last_data = last + to_data + gaps_.burst;
  if (request.write && controller_.acknowledge_on_acceptance) return;
  bursts_.finish_parts(request.burst, parts, last * tck_, (first + to_data) * tck_,
                       state_.counts.last_data * tck_);
}

// The next column command and those that follow it in its row, until a burst is finished and as far
// as no other bank's commands come between them: what choose() and issue_column() do for one after
// the other. The one that comes after the burst is then next_.
void Channel::issue_in_row() {
  const bool write = next_.action == Action::write;
  Bank& bank = at(state_.device.banks, next_.bank);
  std::int32_t count = 0;
  Cycles last = 0;
  do {
    const Request request = lists_[next_.slot];
    const Cycles first = next_.clock;
    const std::int32_t columns = take_in_row(request, next_.slot, first);
    last = first + (columns - 1) * gaps_.column_to_column_bank;
    end_parts(request, columns, first, last);
    count += columns;
    follows_ = comes_next(bank, write, last);
  } while (follows_ && !bursts_.any_finished());
  note_columns(bank, write, count, last);
}

// Column commands of one request, the first of which is given at `clock`. Each lets in what it
// makes room for. Returns their number.
inline std::int32_t Channel::take_in_row(const Request& request, std::int16_t slot, Cycles clock) {
  const std::int32_t most = columns_in_row(request, slot, clock);
  const Cycles gap = gaps_.column_to_column_bank;
  std::int32_t taken = 0;
  do {
    const Cycles now = clock + taken * gap;
    std::int32_t columns = most - taken;
    if (admission_.any_arrivals()) {
      columns = admission_.enter_in_turn(lists_, request.bank, now, gap, columns);
    }
    lists_.take_columns(slot, std::max(columns, 1));
    state_.device.command_bus = now + gaps_.bus.column;
    if (columns == 0) admit(now);
    for (std::int32_t i = 0; sink_ && i < std::max(columns, 1); ++i) {
      keep(now + i * gap, column_command(request.write, false), request.bank, request.row);
    }
    taken += std::max(columns, 1);
  } while (taken < most && rivals_known());
  return taken;
}

// How many column commands of a request come one behind the other from `clock` on, if nothing
// enters the queues of other banks.
inline std::int32_t Channel::columns_in_row(const Request& request, std::int16_t slot,
                                            Cycles clock) const {
  if (slot != lists_.oldest(request.bank, request.write) || !rivals_known() ||
      !is_first(slot, lists_.oldest(request.bank, !request.write))) {
    return 1;
  }
  const Cycles gap = gaps_.column_to_column_bank;
  const bool older = lists_.age(slot) < rivals_.column_age &&
                     gap == gaps_.column_to_any_column[request.write ? 1 : 0];
  const Cycles rivals = older ? rivals_.row_end : std::min(rivals_.row_end, rivals_.column_end);
  const Cycles end = std::min(refresh_due(), rivals - gaps_.bus.column);
  if (clock + (request.columns - 1) * gap < end) return request.columns;
  return end <= clock ? 1 : static_cast<std::int32_t>((end - 1 - clock) / gap) + 1;
}

// Whether the command after the column command at `last` is that of the bank's oldest request in
// the same direction; it is next_ then.
inline bool Channel::comes_next(const Bank& bank, bool write, Cycles last) {
  const std::int16_t slot = lists_.oldest(next_.bank, write);
  if (slot == no_slot || !rivals_known()) return false;
  const Request& request = lists_[slot];
  if (request.row != bank.open_row || !is_first(slot, lists_.oldest(next_.bank, !write))) {
    return false;
  }
  const Cycles clock = std::max(last + gaps_.column_to_column_bank, request.clock);
  const Cycles floor = last + gaps_.column_to_any_column[write ? 1 : 0] + gaps_.bus.column;
  next_.clock = clock;
  next_.end = clock + gaps_.bus.column;
  next_.slot = slot;
  return clock < refresh_due() && beats_rivals(next_.end, lists_.age(slot), floor);
}

// Of two row hits of a bank.
inline bool Channel::is_first(std::int16_t slot, std::int16_t other) const {
  return other == no_slot || (controller_.hit_order == DramController::HitOrder::oldest &&
                              lists_.age(slot) < lists_.age(other));
}

// What `count` column commands of one row, the last of them at `clock`, leave behind.
inline void Channel::note_columns(Bank& bank, bool write, std::int32_t count, Cycles clock) {
  ChannelCounts& counts = state_.counts;
  counts.row_hits += bank.row_hits > 0 ? count : count - 1;
  (write ? counts.writes : counts.reads) += count;
  bank.row_hits += count - 1;
  state_.device.column(gaps_, next_.bank, write, false, clock);
  state_.last_bank = next_.bank;
  bank.hit[write ? 1 : 0] = lists_.find_row(lists_.oldest(next_.bank, write), bank.open_row);
  plan_again(next_.bank);
}

}  // namespace spillway::dram
