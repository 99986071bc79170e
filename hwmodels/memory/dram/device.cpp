// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/memory/dram/device.h"

#include "base/index.h"

namespace spillway::dram {
namespace {

constexpr Cycles turnaround_clocks = 2;  // bus idle between read and write data, JEDEC JESD79-3F

DramCommandClocks command_bus_clocks(const DramParameters& parameters) {
  switch (parameters.controller.command_bus) {
    case DramController::CommandBus::one_clock:
      return {1, 1, 1, 1};
    case DramController::CommandBus::unlimited:
      return {0, 0, 0, 0};
    case DramController::CommandBus::device:
      break;
  }
  return parameters.command_clocks;
}

}  // namespace

Gaps::Gaps(const DramParameters& parameters)
    : clocks(parameters.clocks), bus(command_bus_clocks(parameters)) {
  burst = parameters.geometry.burst_length / 2;
  read_data = clocks.cl + clocks.dqsck;
  read_to_write = read_data + burst + turnaround_clocks - clocks.cwl;
  write_to_read = clocks.cwl + burst + clocks.wtr;
  write_to_precharge = clocks.cwl + burst + clocks.wr;
}

void Device::close(int bank) {
  Bank& state = at(banks, bank);
  state.open_row = no_row;
  state.hit = {no_slot, no_slot};
  open_banks &= ~(1U << bank);
}

void Device::activate(const Gaps& gaps, int bank, std::int64_t row, Cycles clock) {
  Bank& state = at(banks, bank);
  state.open_row = row;
  state.row_hits = 0;
  state.next_column = clock + gaps.clocks.rcd;
  state.next_precharge = clock + gaps.clocks.ras;
  state.next_activate = clock + gaps.clocks.rc;
  open_banks |= 1U << bank;
  next_activate = clock + gaps.clocks.rrd;
  last_activates[oldest_activate] = clock;
  oldest_activate = (oldest_activate + 1) % 4;
  command_bus = clock + gaps.bus.activate;
}

void Device::precharge(const Gaps& gaps, int bank, Cycles clock) {
  Bank& state = at(banks, bank);
  state.next_activate = std::max(state.next_activate, clock + gaps.clocks.rp);
  close(bank);
  command_bus = clock + gaps.bus.precharge;
}

void Device::column(const Gaps& gaps, int bank, bool write, bool automatic, Cycles clock) {
  Bank& state = at(banks, bank);
  const Cycles to_precharge = write ? gaps.write_to_precharge : gaps.clocks.rtp;
  state.next_precharge = std::max(state.next_precharge, clock + to_precharge);
  ++state.row_hits;
  next_read = clock + (write ? gaps.write_to_read : gaps.clocks.ccd);
  next_write = clock + (write ? gaps.clocks.ccd : gaps.read_to_write);
  command_bus = clock + gaps.bus.column;
  if (automatic) {
    state.next_activate = std::max(state.next_activate, state.next_precharge + gaps.clocks.rp);
    close(bank);
  }
}

Cycles Device::precharge_all_floor() const {
  Cycles floor = command_bus;
  for (const Bank& bank : banks) floor = std::max(floor, bank.next_precharge);
  return floor;
}

void Device::precharge_all(const Gaps& gaps, Cycles clock) {
  while (open_banks != 0) {
    const int bank = __builtin_ctz(open_banks);
    Bank& state = at(banks, bank);
    state.next_activate = std::max(state.next_activate, clock + gaps.clocks.rp_all);
    close(bank);
  }
  command_bus = clock + gaps.bus.precharge;
}

void Device::refresh_all(const Gaps& gaps, int count, Cycles clock) {
  for (int bank = 0; bank < count; ++bank) {
    at(banks, bank).next_activate = clock + gaps.clocks.rfc;
  }
  command_bus = clock + gaps.bus.refresh;
}

void Device::refresh_bank(const Gaps& gaps, int bank, Cycles clock) {
  at(banks, bank).next_activate = clock + gaps.clocks.rfc_bank;
  next_activate = std::max(next_activate, clock + gaps.clocks.rrd);
  next_refresh = clock + gaps.clocks.rfc_bank;
  command_bus = clock + gaps.bus.refresh;
}

}  // namespace spillway::dram
