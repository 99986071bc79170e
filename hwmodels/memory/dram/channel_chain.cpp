// SPDX-License-Identifier: Apache-2.0
// Serves a master that has at most one cache line in flight, while no other master uses the
// channel. Issues the same commands as choose() and issue(), but does not search for other work.
#include <algorithm>

#include "base/index.h"
#include "hwmodels/memory/dram/channel.h"

namespace spillway::dram {
namespace {

using Refresh = DramController::Refresh;

// later() and latest() are written as comparisons, because compilers turn std::max() of a list into
// a slow loop.
Cycles later(Cycles a, Cycles b) { return a < b ? b : a; }
Cycles latest(Cycles a, Cycles b, Cycles c, Cycles d) { return later(later(a, b), later(c, d)); }

}  // namespace

void Channel::move_chain(LineChain& chain, const AddressMap& map, Picoseconds horizon,
                         Picoseconds overhead) {
  alone_ = {};
  alone_.settled = settled();
  move_lines(chain, map, horizon, overhead);
  settle();
}

// Returns the first clock from which a column command is delayed neither by a busy command or data
// bus nor by the turnaround between reads and writes.
Cycles Channel::settled() const {
  const Device& device = state_.device;
  Cycles clock = latest(device.command_bus, device.next_read, device.next_write, 0);
  for (const BankGroup& group : device.groups) {
    clock = latest(clock, group.next_read, group.next_write, 0);
  }
  return clock;
}

void Channel::move_lines(LineChain& chain, const AddressMap& map, Picoseconds horizon,
                         Picoseconds overhead) {
  const Cycles same_turn =
      latest(gaps_.clocks.ccd, gaps_.column_to_column_long, gaps_.bus.column, 0);
  const Cycles other_turn =
      latest(gaps_.read_to_write, gaps_.write_to_read, gaps_.write_to_read_long, same_turn);
  const Cycles late = (overhead + tck_ - 1) / tck_;
  const auto line_bytes = static_cast<Address>(chain.line_bytes);
  for (; !chain.finished(); ++chain.next, chain.moved = 0) {
    const LineMove& move = chain.moves[chain.next];
    const Cycles to_data = move.write ? gaps_.write_data : gaps_.read_data;
    while (chain.moved < move.lines) {
      const Picoseconds requested = move.ready + chain.waited;
      if (requested >= horizon) return;
      const Address address = move.address + static_cast<Address>(chain.moved) * line_bytes;
      Request request;
      request.bank = static_cast<std::int16_t>(map.bank.extract(address));
      request.row = map.row.extract(address);
      request.write = move.write;
      request.clock = (requested + tck_ - 1) / tck_;
      const Cycles visible = admission_.visible_clock(request);
      admission_.entered(request);
      const Cycles clock = column_alone(request, visible);
      note_alone(request, clock, 1);
      alone_.settled = later(alone_.settled, clock + other_turn);
      std::int32_t lines = 1;
      chain.last_requested = requested;
      chain.done = (clock + to_data + gaps_.burst) * tck_ + overhead;
      const std::int32_t left = move.lines - chain.moved - 1;
      if (left > 0) {
        const auto in_row = static_cast<std::int32_t>(map.left_in_row(address) / line_bytes) - 1;
        const Cycles period = controller_.latency + to_data + gaps_.burst + late;
        const Picoseconds time = period * tck_;
        std::int32_t more = std::min(left, in_row);
        if (chain.done + more * time > horizon) {
          const Picoseconds before = std::max<Picoseconds>(horizon - chain.done, 0);
          more = static_cast<std::int32_t>((before + time - 1) / time);
        }
        more = period < same_turn ? 0 : before_refresh(clock, more, period);
        if (more > 0) {
          const Cycles last = clock + more * period;
          note_alone(request, last, more);
          alone_.settled = later(alone_.settled, last + other_turn);
          request.clock = last - controller_.latency;
          admission_.entered(request);
          chain.last_requested = chain.done + (more - 1) * time;
        }
        chain.done += more * time;
        lines += more;
      }
      chain.moved += lines;
      chain.lines[move.write ? 1 : 0] += lines;
      chain.last_done[move.write ? 1 : 0] = chain.done;
      chain.data_time += lines * gaps_.burst * tck_;
      chain.waited += chain.done - requested;
    }
  }
}

// Returns the clock at which the column command of a request can be issued. The scheduler sees the
// request from the clock `visible` on, and all commands before it have been issued.
inline Cycles Channel::column_alone(const Request& request, Cycles visible) {
  const Bank& bank = at(state_.device.banks, request.bank);
  const Cycles clock = later(visible, bank.next_column);
  const bool open = bank.open_row == request.row && clock >= alone_.settled;
  return open && clock < refresh_due() ? clock : open_row(request, visible);
}

// Returns the clock at which the column command of a request can be issued. This function is for
// cases in which the row may be closed, a bus may be busy or a refresh may be due. Before that,
// issues the necessary row commands and refreshes. For all other cases, column_alone() is the
// faster function.
Cycles Channel::open_row(const Request& request, Cycles visible) {
  settle();
  Device& device = state_.device;
  const Bank& bank = at(device.banks, request.bank);
  const BankGroup& group = at(device.groups, request.bank & gaps_.group_mask);
  for (;;) {
    const Cycles due = refresh_due();
    if (bank.open_row == request.row) {
      const Cycles turn = request.write ? later(device.next_write, group.next_write)
                                        : later(device.next_read, group.next_read);
      const Cycles clock = latest(device.command_bus, turn, bank.next_column, visible);
      if (clock < due) return clock;
    } else if (bank.open_row == no_row) {
      const Cycles clock =
          latest(device.activate_floor(), group.next_activate, bank.next_activate, visible);
      if (clock < due) {
        device.activate(gaps_, request.bank, request.row, clock);
        ++state_.counts.activates;
        continue;
      }
    } else {
      const Cycles clock =
          latest(device.command_bus, device.next_precharge, bank.next_precharge, visible);
      if (clock < due) {
        device.precharge(gaps_, request.bank, clock);
        continue;
      }
    }
    issue_refresh_all(std::max(due, refresh_floor()), visible);
  }
}

// Updates the state after `count` column commands in one row, the last of which was issued at
// `clock`. settle() updates the part of the state that only later column commands need.
inline void Channel::note_alone(const Request& request, Cycles clock, std::int32_t count) {
  Device& device = state_.device;
  Bank& bank = at(device.banks, request.bank);
  ChannelCounts& counts = state_.counts;
  device.next_precharge_all =
      later(device.next_precharge_all,
            clock + (request.write ? gaps_.write_to_precharge_all : gaps_.read_to_precharge));
  bank.next_precharge =
      later(bank.next_precharge,
            clock + (request.write ? gaps_.write_to_precharge : gaps_.read_to_precharge_bank));
  counts.row_hits += bank.columns_since_activate > 0 ? count : count - 1;
  (request.write ? counts.writes : counts.reads) += count;
  bank.columns_since_activate += count;
  alone_.clock = clock;
  alone_.bank = request.bank;
  alone_.write = request.write;
}

void Channel::settle() {
  if (alone_.clock == never) return;
  Device& device = state_.device;
  device.column_taken(gaps_, alone_.bank, alone_.write, alone_.clock);
  state_.last_bank = alone_.bank;
  state_.counts.last_data =
      alone_.clock + (alone_.write ? gaps_.write_data : gaps_.read_data) + gaps_.burst;
  alone_.clock = never;
}

// Returns how many of `count` further column commands, `period` apart after `clock`, come before
// the next refresh.
inline std::int32_t Channel::before_refresh(Cycles clock, std::int32_t count, Cycles period) const {
  if (clock + count * period < refresh_due()) return count;
  return static_cast<std::int32_t>((refresh_due() - 1 - clock) / period);
}

}  // namespace spillway::dram
