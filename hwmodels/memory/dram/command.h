// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "base/units.h"

namespace spillway::dram {

enum class Command : std::uint8_t {
  activate,
  precharge,
  precharge_all,
  read,
  write,
  read_precharge,   // read with automatic precharge
  write_precharge,  // write with automatic precharge
  refresh_all,
  refresh_bank,
};

/// A command as it appears on the command bus.
struct CommandRecord {
  Cycles clock = 0;
  Command command = Command::activate;
  std::int32_t bank = 0;  // 0 for commands to all banks
  std::int64_t row = 0;   // of activate and column commands, 0 otherwise
};

using CommandTrace = std::vector<CommandRecord>;

}  // namespace spillway::dram
