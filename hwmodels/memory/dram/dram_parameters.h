// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "base/units.h"
#include "hwmodels/memory/dram/address_map.h"

namespace spillway {

/// JEDEC's timing parameters in clocks of `tck`, under JEDEC's names without the t. If a command
/// takes several clocks, distances and latencies count from its last clock, as JESD209-4 defines
/// them.
struct DramClocks {
  Picoseconds tck = 0;
  Cycles cl = 0;      // read command to first data, without dqsck
  Cycles dqsck = 0;   // additional delay of read data (LPDDR4); 0 if CL contains it
  Cycles cwl = 0;     // write command to first data, without dqss
  Cycles dqss = 0;    // additional delay of write data (LPDDR2, LPDDR4); 0 if CWL contains it
  Cycles rcd = 0;     // activate to column command
  Cycles rp = 0;      // precharge of one bank to activate
  Cycles rp_all = 0;  // precharge of all banks to activate or refresh
  Cycles ras = 0;     // activate to precharge
  Cycles rc = 0;      // activate to activate, same bank
  Cycles rfc = 0;     // all-bank refresh to any activate
  // Per-bank refresh to activate of that bank; 0 = the device has no such refresh.
  Cycles rfc_bank = 0;
  Cycles refi = 0;       // average interval of all-bank refreshes
  Cycles refi_bank = 0;  // average interval of per-bank refreshes
  Cycles rrd = 0;        // activate to activate, other bank
  Cycles wtr = 0;        // end of write data to read command
  Cycles faw = 0;        // window with at most four activates; 0 = no such limit
  Cycles wr = 0;         // end of write data to precharge
  Cycles rtp = 0;        // read command to precharge
  Cycles ccd = 0;        // column command to column command
  // The values of ccd, rrd and wtr for two commands to the same bank group; 0 = the same as between
  // groups.
  Cycles ccd_long = 0;
  Cycles rrd_long = 0;
  Cycles wtr_long = 0;
  Cycles ppd = 0;  // precharge to precharge, other bank; 0 = no such limit
  // Times of power-down and self-refresh. 0 = the part's data do not contain the time, and the
  // controller does not use the mode.
  Cycles cke = 0;       // least time in power-down, and from one power-down to the next
  Cycles xp = 0;        // end of power-down to any command
  Cycles cke_self = 0;  // least time in self-refresh
  Cycles xs = 0;        // end of self-refresh to any command
  // Replaces `rtp` for precharges of a single bank, to imitate a simulator that uses another value
  // for these precharges; 0 = `rtp`.
  Cycles rtp_bank = 0;
  // Whether `wr` also delays precharges of all banks. False imitates a simulator that does not
  // delay them.
  bool wr_all = true;
};

/// Clocks that each command occupies the command and address bus.
struct DramCommandClocks {
  Cycles activate = 1;
  Cycles column = 1;
  Cycles precharge = 1;
  Cycles refresh = 1;
};

/// The geometry of a DRAM. The DRAM has `channels` equal channels; all other members describe one
/// channel, which is a rank of one device `width_bits` wide.
struct DramGeometry {
  std::int32_t banks = 8;
  std::int64_t rows = 0;     // per bank
  std::int32_t columns = 0;  // words of `width_bits` per row
  std::int32_t width_bits = 16;
  std::int32_t burst_length = 8;  // words per column command
  std::int32_t bank_groups = 1;   // the low bits of the bank number are its group
  // Words that move per tCK: one for each edge of the clock or of a faster data clock (WCK).
  std::int32_t words_per_clock = 2;
  std::int32_t channels = 1;  // independent channels, selected by address bits

  Cycles burst_clocks() const { return burst_length / words_per_clock; }
  Bytes burst_bytes() const { return Bytes{burst_length} * width_bits / 8; }
  Bytes page_bytes() const { return Bytes{columns} * width_bits / 8; }
  Bytes capacity() const { return page_bytes() * rows * banks * channels; }
};

/// The controller: all settings that the device's data sheet leaves open.
struct DramController {
  /// fifo: each bank serves its requests in order. fr_fcfs: row hits of a bank come first.
  /// first_ready: of all requests whose next command is legal, the oldest comes first, whatever its
  /// command is. When an activate has opened the row of a request, the request leaves the queue,
  /// gets priority over all other requests, and keeps the row open until it is served. first_ready
  /// needs a shared queue with a write buffer.
  enum class Scheduler : std::uint8_t { fifo, fr_fcfs, first_ready } scheduler = Scheduler::fr_fcfs;

  /// Which row hit of a bank fr_fcfs serves: the oldest row hit, or the row hit whose command is
  /// legal first (a read may then overtake a write that waits for the bus turnaround).
  enum class HitOrder : std::uint8_t { oldest, first_legal } hit_order = HitOrder::oldest;

  /// Which bank goes first if several banks have a command for the same clock.
  enum class BankOrder : std::uint8_t { oldest, round_robin } bank_order = BankOrder::oldest;

  enum class Queue : std::uint8_t { shared, per_bank } queue = Queue::per_bank;
  // Column commands of each bank, or of all banks if the queue is shared. With a write buffer, a
  // shared queue holds only reads.
  std::int32_t queue_depth = 8;

  /// After this number of column commands in a row (the first one included), a waiting row miss of
  /// the bank may close the row; 0 = no limit.
  std::int32_t row_hit_limit = 0;

  /// The number of reads that can wait in front of per-bank queues. In front of the queues, a read
  /// can overtake another read whose per-bank queue is full. 0 = requests enter the queues in
  /// order, and a full queue stops all later requests.
  std::int32_t read_queue_depth = 0;

  /// The number of writes that the write buffer holds; 0 = writes wait in the same queue as reads.
  /// With a shared queue, the scheduler chooses from the buffer itself. Writes are collected until
  /// `write_high` writes wait or no reads wait. Then writes are drained until `write_low` writes
  /// are left, or until no writes are left if no reads wait. With per-bank queues, the buffer is in
  /// front of the queues. Writes are collected until `write_high` writes wait, or until the queues
  /// are empty and more than `write_low` writes wait (any write if writes are not acknowledged on
  /// acceptance). Then all waiting writes are drained.
  std::int32_t write_buffer_depth = 0;
  std::int32_t write_high = 0;
  std::int32_t write_low = 0;

  /// Whether a write is acknowledged to its master as soon as the controller has accepted it. Needs
  /// a write buffer.
  bool acknowledge_on_acceptance = false;

  /// open: a row stays open after a column command. closed: a column command precharges its bank
  /// automatically if no further row hit is queued.
  enum class PagePolicy : std::uint8_t { open, closed } page_policy = PagePolicy::open;
  enum class Refresh : std::uint8_t { none, all_bank, per_bank } refresh = Refresh::all_bank;

  /// How open banks are closed before a refresh. True = one after the other, each as soon as
  /// possible; false = all at once.
  bool precharges_one_by_one = false;

  /// How many per-bank refreshes the controller can postpone while requests for their bank wait.
  /// JEDEC's limit is eight refreshes of every bank, that is 8 times the number of banks.
  std::int32_t postponed_refreshes = 0;

  /// Clocks without a request, from the end of the last data, after which all banks are closed and
  /// the device enters power-down or self-refresh; 0 = never. Not supported with per-bank
  /// refreshes.
  Cycles power_down_after = 0;
  Cycles self_refresh_after = 0;
  bool saves_power() const { return power_down_after > 0 || self_refresh_after > 0; }

  // Latency of the controller, from the arrival of a request to its first possible command.
  Cycles latency = 0;

  /// How long commands occupy the command bus: as in the device, one clock each, or no time.
  enum class CommandBus : std::uint8_t {
    device,
    one_clock,
    unlimited
  } command_bus = CommandBus::device;
};

/// Currents of one device from one supply, in milliamperes, under JEDEC's names.
struct DramSupply {
  double volts = 0;
  double idd0 = 0;   // one bank is activated and precharged every tRC
  double idd2p = 0;  // all banks are closed, in power-down
  double idd2n = 0;  // all banks are closed
  double idd3n = 0;  // a bank is open
  double idd4r = 0;  // continuous reads
  double idd4w = 0;
  double idd5 = 0;  // refresh of all banks every tRFC
  double idd6 = 0;  // in self-refresh
};

/// LPDDR1, DDR3, LPDDR4 and similar DRAMs behind a controller.
struct DramParameters {
  DramClocks clocks;
  DramCommandClocks command_clocks;
  DramGeometry geometry;
  AddressMap address_map;
  DramController controller;
  std::vector<DramSupply> supplies;  // empty = the part's currents are not known

  /// Returns the largest number of requests that wait outside the queue because an activate has
  /// opened their row: one per bank with the scheduler first_ready, else 0.
  std::int32_t most_opened() const {
    return controller.scheduler == DramController::Scheduler::first_ready ? geometry.banks : 0;
  }

  /// Returns for how many clocks commands occupy the command bus under the controller's setting.
  DramCommandClocks bus_clocks() const {
    switch (controller.command_bus) {
      case DramController::CommandBus::one_clock:
        return {1, 1, 1, 1};
      case DramController::CommandBus::unlimited:
        return {0, 0, 0, 0};
      case DramController::CommandBus::device:
        break;
    }
    return command_clocks;
  }
};

}  // namespace spillway
