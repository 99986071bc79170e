// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>

#include "base/index.h"
#include "hwmodels/memory/dram/dram_parameters.h"

namespace spillway::dram {

constexpr int max_banks = 16;
constexpr std::int64_t no_row = -1;
constexpr std::int16_t no_slot = -1;
constexpr int max_bank_groups = 4;
constexpr Cycles never = std::numeric_limits<Cycles>::max() / 4;

/// The least distances from the first clock of a command to the first clock of a later command.
/// Each distance is a JEDEC parameter, or a sum of them, plus the difference in length: the clocks
/// that the earlier command occupies the bus minus those of the later command. All distances are
/// computed once from the parameters.
struct Gaps {
  explicit Gaps(const DramParameters& parameters);

  DramClocks clocks;
  DramCommandClocks bus;             // DramParameters::bus_clocks()
  Cycles burst = 0;                  // clocks in which the data of one column command move
  Cycles read_data = 0;              // read command to first data
  Cycles write_data = 0;             // write command to first data
  Cycles activate_to_column = 0;     // tRCD
  Cycles activate_to_precharge = 0;  // tRAS
  Cycles read_to_write = 0;  // CL + DQSCK + BL/2 + 2 - CWL; 2 clocks are the turnaround of the bus
  Cycles write_to_read = 0;  // CWL + DQSS + BL/2 + tWTR
  // Distances between commands to banks of the same bank group.
  Cycles column_to_column_long = 0;
  Cycles write_to_read_long = 0;
  Cycles activate_to_activate_long = 0;
  /// Distances from a column command to a later column command. The array `after` contains one
  /// AfterColumn for an earlier read and one for an earlier write.
  struct AfterColumn {
    Cycles read, write;            // to a column command of any bank
    Cycles read_long, write_long;  // to a column command of the same bank group
    Cycles precharge_bank, precharge_all;
  };
  std::array<AfterColumn, 2> after{};  // [0] = after a read, [1] = after a write
  // The least distance between two reads, or two writes, of one bank: at least the time for which a
  // column command occupies the command bus.
  Cycles column_to_column_bank = 0;
  /// The least distance between two column commands, for the pair of banks with the least distance;
  /// at least the time for which a column command occupies the command bus. The first index is the
  /// first command (0 = read, 1 = write), the second index the second command.
  std::array<std::array<Cycles, 2>, 2> column_to_any_column{};
  int group_mask = 0;                 // the bits of a bank number that are its group
  Cycles read_to_precharge = 0;       // tRTP, for precharges of all banks and automatic precharges
  Cycles read_to_precharge_bank = 0;  // tRTP or DramClocks::rtp_bank, for a precharge of one bank
  Cycles write_to_precharge = 0;      // CWL + DQSS + BL/2 + tWR
  Cycles write_to_precharge_all = 0;  // for a precharge of all banks; 0 if not DramClocks::wr_all
  Cycles precharge_to_activate = 0;   // tRP
  Cycles precharge_all_to_activate = 0;
  Cycles refresh_to_activate = 0;  // tRFC
  Cycles refresh_bank_to_activate = 0;
  // tRRD, here from the refresh of one bank to the activate of another bank.
  Cycles refresh_bank_to_other = 0;
  Cycles activate_longer = 0;  // clocks by which an activate is longer than a refresh
};

struct Bank {
  std::int64_t open_row = no_row;
  // The first clock for an activate. The first clock for a refresh of the bank is
  // Gaps::activate_longer clocks later.
  Cycles next_activate = 0;
  Cycles next_column = 0;
  Cycles next_precharge = 0;
  std::int32_t columns_since_activate = 0;            // includes the first column command
  std::array<std::int16_t, 2> hit{no_slot, no_slot};  // oldest queued read and write for open_row
};

/// The first clock at which a bank group can accept each command, after the commands that it has
/// received.
struct BankGroup {
  Cycles next_activate = 0;
  Cycles next_read = 0;
  Cycles next_write = 0;
};

/// The first clock at which the device can accept each command. The struct is trivially copyable,
/// so that a controller can save it before a look-ahead (commands issued in advance) and restore it
/// afterwards.
struct Device {
  std::array<Bank, max_banks> banks;
  std::array<BankGroup, max_bank_groups> groups;
  Cycles next_activate = 0;   // first clock for an activate of any bank, by tRRD and tFAW
  Cycles next_precharge = 0;  // first clock for a precharge of any bank, by tPPD
  Cycles next_precharge_all = 0;
  Cycles next_read = 0;
  Cycles next_write = 0;
  // first clock for the refresh of one bank, at least tRFCpb after the refresh of another bank
  Cycles next_refresh = 0;
  Cycles command_bus = 0;  // first clock at which the command bus is free
  std::array<Cycles, 4> last_activates{-never, -never, -never, -never};
  std::uint32_t oldest_activate = 0;
  std::uint32_t open_banks = 0;  // bit mask of the banks with an open row
  // The clocks in which at least one bank was open are grouped into uninterrupted periods.
  // open_before is the number of clocks in all periods before the last one. open_since and
  // open_until are the begin and the end of the last period.
  Cycles open_before = 0;
  Cycles open_since = 0;
  Cycles open_until = 0;

  /// Returns the first clock at which tRRD, tFAW and the command bus allow an activate of some
  /// bank.
  Cycles activate_floor() const { return std::max(command_bus, next_activate); }

  void activate(const Gaps& gaps, int bank, std::int64_t row, Cycles clock);
  void precharge(const Gaps& gaps, int bank, Cycles clock);
  /// Executes a column command. If `automatic`, the command also closes the row of its bank.
  void column(const Gaps& gaps, int bank, bool write, bool automatic, Cycles clock);
  /// Does a part of the work of column() for move_chain(): updates the members that delay later
  /// column commands. move_chain() does the rest of this work.
  void column_taken(const Gaps& gaps, int bank, bool write, Cycles clock);
  /// Returns the first clock at which all banks can be precharged together. A bank with an
  /// automatic precharge counts as open until that precharge.
  Cycles precharge_all_floor() const {
    return std::max({command_bus, next_precharge, next_precharge_all});
  }
  void precharge_all(const Gaps& gaps, Cycles clock);
  void refresh_all(const Gaps& gaps, int banks, Cycles clock);
  void refresh_bank(const Gaps& gaps, int bank, Cycles clock);

  /// Returns the number of clocks up to `end` in which some bank is open.
  Cycles open_clocks(Cycles end) const {
    const Cycles until = open_banks != 0 ? end : std::min(open_until, end);
    return open_before + std::max<Cycles>(until - open_since, 0);
  }

 private:
  void close(int bank, Cycles clock);
};

inline void Device::column_taken(const Gaps& gaps, int bank, bool write, Cycles clock) {
  const Gaps::AfterColumn& after = gaps.after[write ? 1 : 0];
  next_read = clock + after.read;
  next_write = clock + after.write;
  BankGroup& group = at(groups, bank & gaps.group_mask);
  group.next_read = clock + after.read_long;
  group.next_write = clock + after.write_long;
  command_bus = clock + gaps.bus.column;
}

inline void Device::column(const Gaps& gaps, int bank, bool write, bool automatic, Cycles clock) {
  Bank& state = at(banks, bank);
  ++state.columns_since_activate;
  column_taken(gaps, bank, write, clock);
  if (automatic) {
    const Cycles to_precharge = write ? gaps.write_to_precharge : gaps.read_to_precharge;
    next_precharge_all = std::max(next_precharge_all, clock + to_precharge);
    state.next_precharge = std::max(state.next_precharge, clock + to_precharge);
    state.next_activate =
        std::max(state.next_activate, state.next_precharge + gaps.precharge_to_activate);
    close(bank, state.next_precharge);
  } else {
    const Gaps::AfterColumn& after = gaps.after[write ? 1 : 0];
    next_precharge_all = std::max(next_precharge_all, clock + after.precharge_all);
    state.next_precharge = std::max(state.next_precharge, clock + after.precharge_bank);
  }
}

}  // namespace spillway::dram
