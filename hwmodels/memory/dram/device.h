// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>

#include "hwmodels/memory/dram/dram_parameters.h"

namespace spillway::dram {

constexpr int max_banks = 16;
constexpr std::int64_t no_row = -1;
constexpr std::int16_t no_slot = -1;
constexpr Cycles never = std::numeric_limits<Cycles>::max() / 4;

/// Gaps between commands, derived once from the parameters.
struct Gaps {
  explicit Gaps(const DramParameters& parameters);

  DramClocks clocks;
  DramCommandClocks bus;          // as the controller's setting of the command bus says
  Cycles burst = 0;               // data of one column command
  Cycles read_data = 0;           // read command to first data
  Cycles read_to_write = 0;       // CL + BL/2 + 2 - CWL, two clocks for the bus to turn round
  Cycles write_to_read = 0;       // CWL + BL/2 + tWTR
  Cycles write_to_precharge = 0;  // CWL + BL/2 + tWR
};

struct Bank {
  std::int64_t open_row = no_row;
  Cycles next_activate = 0;
  Cycles next_column = 0;
  Cycles next_precharge = 0;
  std::int32_t row_hits = 0;                          // column commands since the activate
  std::array<std::int16_t, 2> hit{no_slot, no_slot};  // oldest queued read, write to open_row
};

/// When the device may take which command; trivially copied, so that a controller can look ahead
/// and come back.
struct Device {
  std::array<Bank, max_banks> banks;
  Cycles next_activate = 0;  // tRRD
  Cycles next_read = 0;
  Cycles next_write = 0;
  Cycles next_refresh = 0;  // of one bank, after that of another
  Cycles command_bus = 0;   // first clock at which it is free
  std::array<Cycles, 4> last_activates{-never, -never, -never, -never};
  std::uint32_t oldest_activate = 0;
  std::uint32_t open_banks = 0;  // bit mask

  /// First clock at which tRRD, tFAW and the command bus allow an activate of any bank.
  Cycles activate_floor(const Gaps& gaps) const {
    return std::max(
        {command_bus, next_activate, last_activates[oldest_activate] + gaps.clocks.faw});
  }

  void activate(const Gaps& gaps, int bank, std::int64_t row, Cycles clock);
  void precharge(const Gaps& gaps, int bank, Cycles clock);
  /// A column command, closing the row by itself when `automatic`.
  void column(const Gaps& gaps, int bank, bool write, bool automatic, Cycles clock);
  /// First clock at which all banks may be precharged together; one that precharges itself counts
  /// as open until then.
  Cycles precharge_all_floor() const;
  void precharge_all(const Gaps& gaps, Cycles clock);
  void refresh_all(const Gaps& gaps, int banks, Cycles clock);
  void refresh_bank(const Gaps& gaps, int bank, Cycles clock);

 private:
  void close(int bank);
};

}  // namespace spillway::dram
