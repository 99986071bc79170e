// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/memory/dram/command.h"

#include <array>

#include "base/index.h"

namespace spillway::dram {
namespace {

constexpr std::array<std::string_view, command_count> names{
    "ACT", "PRE", "PREA", "RD", "WR", "RDA", "WRA", "REF", "REFpb", "PDE", "PDX", "SRE", "SRX"};

}  // namespace

std::string_view command_name(Command command) { return at(names, static_cast<int>(command)); }

std::optional<Command> parse_command(std::string_view name) {
  for (int i = 0; i < command_count; ++i) {
    if (at(names, i) == name) return static_cast<Command>(i);
  }
  return std::nullopt;
}

}  // namespace spillway::dram
