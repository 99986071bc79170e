// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/memory/dram/queue_settings.h"

#include <algorithm>
#include <array>

#include "base/diagnostics.h"

namespace spillway {
namespace {

using Controller = DramController;

void shared(DramParameters& parameters) {
  parameters.controller.queue = Controller::Queue::shared;
  parameters.controller.queue_depth = 32;
}

void per_bank(DramParameters& parameters) {
  parameters.controller.queue = Controller::Queue::per_bank;
  parameters.controller.queue_depth = 8;
}

// Imitates DRAMSys, which differs from JEDEC in two points. In an LPDDR4 (column commands of four
// clocks), DRAMSys waits tRRD instead of tRTP from a read to the precharge command of the same
// bank. In a DRAM such as DDR3 that has neither bank groups nor long commands, DRAMSys has no least
// distance from a write to the precharge of all banks.
void dramsys(DramParameters& parameters) {
  per_bank(parameters);
  const Cycles column = parameters.command_clocks.column;
  if (column == 4) parameters.clocks.rtp_bank = parameters.clocks.rrd;
  if (column == 1 && parameters.geometry.bank_groups == 1) parameters.clocks.wr_all = false;
}

void dramsys_fifo(DramParameters& parameters) {
  dramsys(parameters);
  parameters.controller.scheduler = Controller::Scheduler::fifo;
}

// Removes two corrections from the distances between commands, so that they are the plain sums of
// JEDEC's parameters: every command then takes one clock, and DQSS is 0.
void plain_sums(DramParameters& parameters) {
  parameters.controller.command_bus = Controller::CommandBus::one_clock;
  parameters.clocks.dqss = 0;
}

// Imitates DRAMsim3 1.0 with its default settings. The transaction queue has 32 places. Writes are
// drained when the write buffer is full, or when it holds more than 8 writes and the queues are
// idle. After four column commands, a precharge for a waiting request may close the row. Banks take
// turns (round robin). Open banks are precharged one by one before a refresh.
void dramsim3(DramParameters& parameters) {
  per_bank(parameters);
  Controller& controller = parameters.controller;
  controller.hit_order = Controller::HitOrder::first_legal;
  controller.bank_order = Controller::BankOrder::round_robin;
  controller.row_hit_limit = 4;
  controller.read_queue_depth = 32;
  controller.write_buffer_depth = 32;
  controller.write_high = 32;
  controller.write_low = 8;
  controller.acknowledge_on_acceptance = true;
  controller.latency = 2;
  controller.precharges_one_by_one = true;
  plain_sums(parameters);
  DramClocks& clocks = parameters.clocks;
  clocks.dqsck = 0;
  clocks.rp = clocks.rp_all;  // DRAMsim3 has only one precharge time
  clocks.rc = std::max(clocks.rc, clocks.ras + clocks.rp);
}

// Imitates Ramulator 2.0a with GenericDRAMController and FRFCFS. Draining of writes starts when
// more than 0.8 of the write buffer is full, and ends at 0.2. A request for which the controller
// has opened a row waits in a separate buffer.
void ramulator(DramParameters& parameters) {
  shared(parameters);
  Controller& controller = parameters.controller;
  controller.scheduler = Controller::Scheduler::first_ready;
  controller.write_buffer_depth = 32;
  controller.write_high = 26;
  controller.write_low = 6;
  controller.acknowledge_on_acceptance = true;
  plain_sums(parameters);
  parameters.clocks.ppd = 0;
}

struct Setting {
  const char* name;
  void (*apply)(DramParameters&);
};

constexpr std::array<Setting, 6> settings{{
    {"shared", shared},
    {"per-bank", per_bank},
    {"dramsys", dramsys},
    {"dramsys-fifo", dramsys_fifo},
    {"dramsim3", dramsim3},
    {"ramulator", ramulator},
}};

}  // namespace

const std::vector<std::string>& queue_setting_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all;
    all.reserve(settings.size());
    for (const Setting& setting : settings) all.emplace_back(setting.name);
    return all;
  }();
  return names;
}

void apply_queue_setting(const std::string& name, DramParameters& parameters) {
  for (const Setting& setting : settings) {
    if (name == setting.name) return setting.apply(parameters);
  }
  throw UserError(ExitCode::usage,
                  unknown_name_message("queue setting", name, queue_setting_names()));
}

}  // namespace spillway
