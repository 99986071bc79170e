// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/memory/dram/device.h"

#include "base/index.h"

namespace spillway::dram {
namespace {

// Idle clocks of the bus between read and write data, JEDEC JESD79-3F.
constexpr Cycles turnaround_clocks = 2;

}  // namespace

Gaps::Gaps(const DramParameters& parameters)
    : clocks(parameters.clocks), bus(parameters.bus_clocks()) {
  burst = parameters.geometry.burst_clocks();
  const Cycles last_column_clock = std::max<Cycles>(bus.column - 1, 0);
  read_data = last_column_clock + clocks.cl + clocks.dqsck;
  write_data = last_column_clock + clocks.cwl + clocks.dqss;
  activate_to_column = clocks.rcd + bus.activate - bus.column;
  activate_to_precharge = clocks.ras + bus.activate - bus.precharge;
  read_to_write = clocks.cl + clocks.dqsck + burst + turnaround_clocks - clocks.cwl;
  write_to_read = clocks.cwl + clocks.dqss + burst + clocks.wtr;
  const auto within_group = [](Cycles value, Cycles otherwise) {
    return value > 0 ? value : otherwise;
  };
  column_to_column_long = within_group(clocks.ccd_long, clocks.ccd);
  activate_to_activate_long = within_group(clocks.rrd_long, clocks.rrd);
  write_to_read_long = write_to_read - clocks.wtr + within_group(clocks.wtr_long, clocks.wtr);
  column_to_column_bank = std::max({bus.column, clocks.ccd, column_to_column_long});
  group_mask = parameters.geometry.bank_groups - 1;
  read_to_precharge = clocks.rtp + bus.column - bus.precharge;
  read_to_precharge_bank =
      (clocks.rtp_bank > 0 ? clocks.rtp_bank : clocks.rtp) + bus.column - bus.precharge;
  write_to_precharge = clocks.cwl + clocks.dqss + burst + clocks.wr + bus.column - bus.precharge;
  write_to_precharge_all = clocks.wr_all ? write_to_precharge : 0;
  precharge_to_activate = clocks.rp + bus.precharge - bus.activate;
  precharge_all_to_activate = clocks.rp_all + bus.precharge - bus.activate;
  after = {AfterColumn{clocks.ccd, read_to_write, column_to_column_long, read_to_write,
                       read_to_precharge_bank, read_to_precharge},
           AfterColumn{write_to_read, clocks.ccd, write_to_read_long, column_to_column_long,
                       write_to_precharge, write_to_precharge_all}};
  for (std::size_t write = 0; write < after.size(); ++write) {
    column_to_any_column[write] = {std::max(bus.column, after[write].read),
                                   std::max(bus.column, after[write].write)};
  }
  activate_longer = bus.activate - bus.refresh;
  refresh_to_activate = clocks.rfc - activate_longer;
  refresh_bank_to_activate = clocks.rfc_bank - activate_longer;
  refresh_bank_to_other = clocks.rrd - activate_longer;
}

void Device::close(int bank, Cycles clock) {
  Bank& state = at(banks, bank);
  state.open_row = no_row;
  state.hit = {no_slot, no_slot};
  open_banks &= ~(1U << bank);
  open_until = std::max(open_until, clock);
}

void Device::activate(const Gaps& gaps, int bank, std::int64_t row, Cycles clock) {
  Bank& state = at(banks, bank);
  state.open_row = row;
  state.columns_since_activate = 0;
  state.next_column = clock + gaps.activate_to_column;
  state.next_precharge = clock + gaps.activate_to_precharge;
  next_precharge_all = std::max(next_precharge_all, state.next_precharge);
  state.next_activate = clock + gaps.clocks.rc;
  if (open_banks == 0 && clock > open_until) {
    open_before += open_until - open_since;
    open_since = clock;
  }
  open_banks |= 1U << bank;
  at(groups, bank & gaps.group_mask).next_activate = clock + gaps.activate_to_activate_long;
  last_activates[oldest_activate] = clock;
  oldest_activate = (oldest_activate + 1) % 4;
  next_activate =
      std::max(clock + gaps.clocks.rrd, last_activates[oldest_activate] + gaps.clocks.faw);
  command_bus = clock + gaps.bus.activate;
}

void Device::precharge(const Gaps& gaps, int bank, Cycles clock) {
  Bank& state = at(banks, bank);
  state.next_activate = std::max(state.next_activate, clock + gaps.precharge_to_activate);
  close(bank, clock);
  next_precharge = clock + gaps.clocks.ppd;
  command_bus = clock + gaps.bus.precharge;
}

void Device::precharge_all(const Gaps& gaps, Cycles clock) {
  while (open_banks != 0) {
    const int bank = __builtin_ctz(open_banks);
    Bank& state = at(banks, bank);
    state.next_activate = std::max(state.next_activate, clock + gaps.precharge_all_to_activate);
    close(bank, clock);
  }
  command_bus = clock + gaps.bus.precharge;
}

void Device::refresh_all(const Gaps& gaps, int count, Cycles clock) {
  for (int bank = 0; bank < count; ++bank) {
    at(banks, bank).next_activate = clock + gaps.refresh_to_activate;
  }
  command_bus = clock + gaps.bus.refresh;
}

void Device::refresh_bank(const Gaps& gaps, int bank, Cycles clock) {
  at(banks, bank).next_activate = clock + gaps.refresh_bank_to_activate;
  next_activate = std::max(next_activate, clock + gaps.refresh_bank_to_other);
  next_refresh = clock + gaps.clocks.rfc_bank;
  command_bus = clock + gaps.bus.refresh;
}

}  // namespace spillway::dram
